// In: many small problems. Out: (being written)
#include "cpu/simd.hpp"
#include "cpu/tables.hpp"

namespace shunt::cpu::SHUNT_ISA {
namespace {

template <class T> bool decline(const Alike<T>&, const Operands<T>&, i64, i64*) {
    return false;
}

}  // namespace

template <class T> const BatchOrthogonal<T>& batch_orthogonal_table() {
    static constexpr BatchOrthogonal<T> table{decline<T>, decline<T>, decline<T>};
    return table;
}

template const BatchOrthogonal<float>& batch_orthogonal_table();
template const BatchOrthogonal<double>& batch_orthogonal_table();
template const BatchOrthogonal<std::complex<float>>& batch_orthogonal_table();
template const BatchOrthogonal<std::complex<double>>& batch_orthogonal_table();

}  // namespace shunt::cpu::SHUNT_ISA
