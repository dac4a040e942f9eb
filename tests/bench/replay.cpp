// In: lines of SHUNT_VERBOSE=2 on standard input. Out: CSV of the time of each distinct call in a library and through
// Shunt, as bench_sweep measures them.
//   SHUNT_VERBOSE=2 LD_PRELOAD=libshunt.so ./app 2>log;  SHUNT_ORIGINAL=<library> bench_replay <library> < log
#include <cstdio>
#include <cstring>
#include <iostream>
#include <map>
#include <sstream>
#include <string>

#include "tests/bench/measure.hpp"

using namespace shunt;

namespace {

// "shunt: dtrsm side=L uplo=L ... m=10 n=20 ..."; false for other lines.
bool parse(const std::string& line, Call& c, std::string& key) {
    std::istringstream words(line);
    std::string word, name;
    if (!(words >> word >> name) || word != "shunt:" || name.size() < 2) return false;
    c = {};
    c.size = sizeof c;
    c.precision = name[0];
    while (c.routine < SHUNT_ROUTINE_COUNT && name.substr(1) != routine_stem(c.routine)) ++c.routine;
    if (c.routine == SHUNT_ROUTINE_COUNT || !std::strchr("sdcz", c.precision)) return false;
    key = name;
    while (words >> word) {
        const auto equals = word.find('=');
        if (equals == std::string::npos || equals + 1 == word.size()) return false;
        const std::string what = word.substr(0, equals), value = word.substr(equals + 1);
        const char letter = value == "-" ? '\0' : value[0];
        const auto number = [&] { return std::atoll(value.c_str()); };
        if (what == "side")
            c.side = letter;
        else if (what == "uplo")
            c.uplo = letter;
        else if (what == "transa")
            c.transa = letter;
        else if (what == "transb")
            c.transb = letter;
        else if (what == "diag")
            c.diag = letter;
        else if (what == "m")
            c.m = number();
        else if (what == "n")
            c.n = number();
        else if (what == "k")
            c.k = number();
        else if (what == "lda")
            c.lda = number();
        else if (what == "ldb")
            c.ldb = number();
        else if (what == "ldc")
            c.ldc = number();
        else if (what == "alpha" || what == "beta")
            continue;
        else
            break;  // what follows is how it went, not what was called
        key += ' ' + word;
    }
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    bench::Library library;
    if (argc < 2 || !library.open(argv[1])) return 2;
    std::map<std::string, std::pair<Call, long>> calls;
    std::string line, key;
    for (Call c; std::getline(std::cin, line);)
        if (parse(line, c, key)) ++calls.try_emplace(key, c, 0).first->second.second;
    std::printf("calls,");
    bench::print_header();
    for (const auto& [text, call] : calls) {
        Problem p(call.first);
        if (!p.good()) return 1;
        std::printf("%ld,", call.second);
        bench::measure_and_print(library, p);
    }
    return 0;
}
