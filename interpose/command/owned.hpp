// In: the name of a symbol. Out: the routine, precision and naming family, when it is one that Shunt takes.
#pragma once
#include <array>
#include <optional>
#include <string_view>

namespace shunt::command {

struct Routine {
    std::string_view stem;
    std::string_view precisions;
    bool cblas;  // has a CBLAS form
};

inline constexpr std::array routines{
    Routine{"gemm", "sdcz", true},   Routine{"symm", "sdcz", true},    Routine{"hemm", "cz", true},
    Routine{"syrk", "sdcz", true},   Routine{"herk", "cz", true},      Routine{"syr2k", "sdcz", true},
    Routine{"her2k", "cz", true},    Routine{"trmm", "sdcz", true},    Routine{"trsm", "sdcz", true},
    Routine{"potrf", "sdcz", false}, Routine{"potrf2", "sdcz", false}, Routine{"potf2", "sdcz", false},
    Routine{"getrf", "sdcz", false}, Routine{"getrf2", "sdcz", false}, Routine{"getf2", "sdcz", false},
    Routine{"getrs", "sdcz", false}, Routine{"gesv", "sdcz", false},   Routine{"potrs", "sdcz", false},
    Routine{"posv", "sdcz", false},  Routine{"trtri", "sdcz", false},  Routine{"trti2", "sdcz", false},
    Routine{"lauum", "sdcz", false}, Routine{"lauu2", "sdcz", false},  Routine{"potri", "sdcz", false},
    Routine{"trtrs", "sdcz", false}, Routine{"geqrf", "sdcz", false},  Routine{"ormqr", "sd", false},
    Routine{"unmqr", "cz", false},   Routine{"orgqr", "sd", false},    Routine{"ungqr", "cz", false},
};

// What stands around "dgemm" in a name. The width of the integers follows from it; only a family without a mark of its
// own can turn out to be 64-bit by the library behind it.
struct Family {
    std::string_view prefix;
    std::string_view suffix;
    bool cblas;
    bool wide;
    bool plain;
};

inline constexpr std::array families{
    Family{"", "_", false, false, true},
    Family{"", "_64_", false, true, false},
    Family{"", "64_", false, true, false},
    Family{"scipy_", "_", false, false, false},
    Family{"scipy_", "_64_", false, true, false},
    Family{"cblas_", "", true, false, true},
    Family{"cblas_", "64_", true, true, false},
    Family{"cblas_", "_64", true, true, false},
    Family{"scipy_cblas_", "", true, false, false},
    Family{"scipy_cblas_", "64_", true, true, false},
};

struct Owned {
    const Routine* routine;
    char precision;
    const Family* family;
};

constexpr std::optional<Owned> owned(std::string_view name) {
    for (const Family& family : families) {
        if (!name.starts_with(family.prefix) || !name.ends_with(family.suffix)) continue;
        if (name.size() < family.prefix.size() + family.suffix.size() + 2) continue;
        const std::string_view core =
            name.substr(family.prefix.size(), name.size() - family.prefix.size() - family.suffix.size());
        for (const Routine& routine : routines)
            if (core.substr(1) == routine.stem && routine.precisions.find(core[0]) != std::string_view::npos &&
                (routine.cblas || !family.cblas))
                return Owned{&routine, core[0], &family};
    }
    return std::nullopt;
}

static_assert(owned("dgemm_") && owned("dgemm_")->family->plain);
static_assert(owned("scipy_cblas_zgemm64_")->family->wide && owned("dgetrf_64_")->family->wide);
static_assert(!owned("dhemm_") && !owned("cblas_dgetrf") && !owned("zormqr_") && !owned("daxpy_") && !owned("dgemm"));

}  // namespace shunt::command
