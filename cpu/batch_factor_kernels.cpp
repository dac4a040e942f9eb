// In: many small problems. Out: (being written)
#include "cpu/simd.hpp"
#include "cpu/tables.hpp"

namespace shunt::cpu::SHUNT_ISA {
namespace {

template <class T> bool decline(const Alike<T>&, const Operands<T>&, i64, i64*) {
    return false;
}

}  // namespace

template <class T> const BatchFactors<T>& batch_factors_table() {
    static constexpr BatchFactors<T> table{decline<T>, decline<T>, decline<T>, decline<T>, decline<T>, decline<T>, decline<T>, decline<T>};
    return table;
}

template const BatchFactors<float>& batch_factors_table();
template const BatchFactors<double>& batch_factors_table();
template const BatchFactors<std::complex<float>>& batch_factors_table();
template const BatchFactors<std::complex<double>>& batch_factors_table();

}  // namespace shunt::cpu::SHUNT_ISA
