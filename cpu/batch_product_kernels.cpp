// In: many small problems. Out: (being written)
#include "cpu/simd.hpp"
#include "cpu/tables.hpp"

namespace shunt::cpu::SHUNT_ISA {
namespace {

template <class T> bool decline(const Alike<T>&, const Operands<T>&, i64, i64*) {
    return false;
}

}  // namespace

template <class T> const BatchProducts<T>& batch_products_table() {
    static constexpr BatchProducts<T> table{decline<T>, decline<T>, decline<T>, decline<T>};
    return table;
}

template const BatchProducts<float>& batch_products_table();
template const BatchProducts<double>& batch_products_table();
template const BatchProducts<std::complex<float>>& batch_products_table();
template const BatchProducts<std::complex<double>>& batch_products_table();

}  // namespace shunt::cpu::SHUNT_ISA
