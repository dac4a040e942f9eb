// In: one record per owned call, only while a report or verbose lines were asked for. Out: the report at exit.
#pragma once
#include "shim/router.hpp"

namespace shunt::report {

struct Record {
    Decision decision;
    double seconds;
    int threads;
    bool inner;           // called by the original in the course of another owned call
    const char* library;  // path behind it, "" when none
    const char* backend;  // profile key
};

bool on() noexcept;
double now() noexcept;
void add(const Call&, const Record&) noexcept;
// A batched call of routine `row` (of the signatures in batch.hpp), by its stem, say GETRF.
void add_batch(int row, const char* stem, char precision, std::int64_t problems, double seconds) noexcept;

// Brackets an owned call on this thread while the report is on; enter() says whether it lies within another one.
bool enter() noexcept;
void leave() noexcept;

}  // namespace shunt::report
