// In: matrices in device memory and a Queue. Out: the factorizations, the solves with them and the inverses, enqueued.
//
// info and pivots are int32 in device memory; info is to hold 0 before, and nothing waits for it but gesv and posv.
// Letters in upper case. A Beside makes a factorization run its panels next to its updates, which large ones gain from.
#pragma once
#include <cstdint>
#include <initializer_list>

#include "cuda/device.hpp"

namespace shunt::gpu {

// A second queue, better of higher priority, and two events, all of the call's alone. A large LU wants a third queue,
// opened for Turn::aside, for block rows, and events of that one and of the updates of each part of its columns.
struct Beside {
    Queue* queue;
    Event *ready, *done;  // of the queue that was called on, and of this one
    static constexpr int parts = 4;
    Queue* rows = nullptr;
    Event *solved = nullptr, *updated[parts] = {};
    void finish() const {
        for (Queue* q : {queue, rows})
            if (q) q->finish();
    }
};

Status potrf(Queue& queue, char precision, char uplo, std::int64_t n, Array a, std::int32_t* info,
             const Beside* beside = nullptr);
// pivots: min(m, n) 1-based rows.
Status getrf(Queue& queue, char precision, std::int64_t m, std::int64_t n, Array a, std::int32_t* pivots,
             std::int32_t* info, const Beside* beside = nullptr);

// An info to *found; the host waits.
Status fetch_info(Queue& queue, const std::int32_t* info, std::int32_t* found);

Status potrs(Queue& queue, char precision, char uplo, std::int64_t n, std::int64_t nrhs, Array a, Array b);
Status getrs(Queue& queue, char precision, char trans, std::int64_t n, std::int64_t nrhs, Array a,
             const std::int32_t* pivots, Array b);

// Factor, wait for info (its value in *found), and solve when it is 0; b is untouched otherwise.
Status posv(Queue& queue, char precision, char uplo, std::int64_t n, std::int64_t nrhs, Array a, Array b,
            std::int32_t* info, std::int32_t* found, const Beside* beside = nullptr);
Status gesv(Queue& queue, char precision, std::int64_t n, std::int64_t nrhs, Array a, std::int32_t* pivots, Array b,
            std::int32_t* info, std::int32_t* found, const Beside* beside = nullptr);

// In place, the other triangle neither read nor written. trtri and potri do not look for zeros on the diagonal: LAPACK
// leaves the matrix alone then, so that Queue::zero_diagonal goes first.
Status trtri(Queue& queue, char precision, char uplo, char diag, std::int64_t n, Array a);
Status lauum(Queue& queue, char precision, char uplo, std::int64_t n, Array a);
Status potri(Queue& queue, char precision, char uplo, std::int64_t n, Array a);

// c := c - a a^H (lower, a is n x k) or c - a^H a (upper, a is k x n), one triangle of c, in products of GEMM's speed.
Status subtract_square(Queue& queue, char precision, char uplo, std::int64_t n, std::int64_t k, Array a, Array c);

}  // namespace shunt::gpu
