// In: a call that does not fit into device memory. Out: calls on halves of it, halved again until they fit.
#include "cuda/split.hpp"

#include <algorithm>

#include "cuda/parts.hpp"

namespace shunt::gpu {
namespace {

constexpr i64 smallest = 64;  // not halved any further

}  // namespace

int Runner::run(shunt_call& call) {
    carry_out(call);
    if (status_ == Status::ok) return SHUNT_DONE;
    if (touched_) return SHUNT_RECOVERED;
    return status_ == Status::failed ? SHUNT_FAILED : SHUNT_DECLINED;
}

void Runner::carry_out(shunt_call& c) {
    if (status_ != Status::ok) {
        if (touched_) c.info = 0, host_.execute(&c);  // else the whole call goes back as it came
        return;
    }
    const double least = least_bytes(c, context_.device->tuning());
    if (least > budget_ && std::max({c.m, c.n, c.k}) > smallest) return split(c);
    c.info = 0;
    context_.budget = budget_;
    Progress p = stream(context_, c);
    if (p.status == Status::no_memory && p.written == 0 && std::max({c.m, c.n, c.k}) > 16 * smallest) {
        budget_ = std::min(budget_, device_bytes(c)) / 2;  // others use the device as well
        return least > budget_ ? split(c) : carry_out(c);
    }
    if (p.status != Status::ok) {
        status_ = p.status;
        touched_ = touched_ || p.written > 0;
        if (touched_) finish_on_cpu(host_, c, p);
        return;
    }
    touched_ = true;
}

void Runner::split(shunt_call& c) {
    switch (base_routine(c.routine)) {
        case SHUNT_GEMM:
            return gemm(c);
        case SHUNT_SYMM:
        case SHUNT_HEMM:
            return symm(c);
        case SHUNT_SYRK:
        case SHUNT_HERK:
        case SHUNT_SYR2K:
        case SHUNT_HER2K:
            return rank_k(c);
        case SHUNT_TRMM:
        case SHUNT_TRSM:
            return triangular(c);
        case SHUNT_TRTRS: {
            const Constants one(c.precision);
            shunt_call x =
                on_triangle(c, SHUNT_TRSM, 'L', c.uplo, c.transa, c.diag, c.n, c.k, one.plus, c.a, c.lda, c.b, c.ldb);
            return carry_out(x);
        }
        case SHUNT_GETRS:
            return getrs(c);
        case SHUNT_GESV: {
            shunt_call x = on_order(c, SHUNT_GETRF, c.n, c.n, c.a);
            x.ipiv = c.ipiv;
            carry_out(x);
            c.info = x.info;
            if (!c.info) x = c, x.routine = SHUNT_GETRS, x.transa = 'N', carry_out(x);
            return;
        }
        case SHUNT_POSV: {
            shunt_call x = on_order(c, SHUNT_POTRF, c.n, c.n, c.a);
            carry_out(x);
            c.info = x.info;
            if (!c.info) x = c, x.routine = SHUNT_POTRS, carry_out(x);
            return;
        }
        case SHUNT_POTRS: {
            const Constants one(c.precision);
            for (const char trans : {c.uplo == 'L' ? 'N' : 'C', c.uplo == 'L' ? 'C' : 'N'}) {
                shunt_call x =
                    on_triangle(c, SHUNT_TRSM, 'L', c.uplo, trans, 'N', c.n, c.k, one.plus, c.a, c.lda, c.b, c.ldb);
                carry_out(x);
            }
            return;
        }
        case SHUNT_TRTRI:
            return trtri(c);
        case SHUNT_LAUUM:
            return lauum(c);
        case SHUNT_POTRF:  // not even a few panels
        case SHUNT_GETRF:
        case SHUNT_GEQRF:
        case SHUNT_ORMQR:
        case SHUNT_UNMQR:
        case SHUNT_ORGQR:
        case SHUNT_UNGQR:
            status_ = Status::no_memory;
            return;
        default: {  // potri
            shunt_call x = on_order(c, SHUNT_TRTRI, c.n, c.n, c.a);
            x.diag = 'N';
            carry_out(x);
            x.routine = SHUNT_LAUUM;
            carry_out(x);
        }
    }
}

void Runner::gemm(const shunt_call& c) {
    const Constants one(c.precision);
    const bool ta = c.transa != 'N', tb = c.transb != 'N';
    const i64 largest = std::max({c.m, c.n, c.k}), half = largest / 2;
    shunt_call x = c, y = c;
    if (largest == c.n) {
        x.n = half, y.n = c.n - half;
        y.b = block(c, c.b, c.ldb, 0, half, tb), y.c = block(c, c.c, c.ldc, 0, half);
    } else if (largest == c.m) {
        x.m = half, y.m = c.m - half;
        y.a = block(c, c.a, c.lda, half, 0, ta), y.c = block(c, c.c, c.ldc, half, 0);
    } else {
        x.k = half, y.k = c.k - half;
        y.a = block(c, c.a, c.lda, 0, half, ta), y.b = block(c, c.b, c.ldb, half, 0, tb), y.beta = one.plus;
    }
    carry_out(x), carry_out(y);
}

// C1 := A11 B1 + A12 B2, C2 := A21 B1 + A22 B2 with one of A12, A21 the other's (conjugate) transpose.
void Runner::symm(const shunt_call& c) {
    const Constants one(c.precision);
    const bool left = c.side == 'L';
    const i64 order = left ? c.m : c.n, others = left ? c.n : c.m;
    shunt_call x = c, y = c;
    if (others > order) {
        const i64 half = others / 2;
        (left ? x.n : x.m) = half, (left ? y.n : y.m) = others - half;
        y.b = left ? block(c, c.b, c.ldb, 0, half) : block(c, c.b, c.ldb, half, 0);
        y.c = left ? block(c, c.c, c.ldc, 0, half) : block(c, c.c, c.ldc, half, 0);
        return carry_out(x), carry_out(y);
    }
    const i64 n1 = order / 2, n2 = order - n1;
    const char turn = c.routine == SHUNT_HEMM ? 'C' : 'T';
    void* b2 = left ? block(c, c.b, c.ldb, n1, 0) : block(c, c.b, c.ldb, 0, n1);
    void* c2 = left ? block(c, c.c, c.ldc, n1, 0) : block(c, c.c, c.ldc, 0, n1);
    void* off = c.uplo == 'L' ? block(c, c.a, c.lda, n1, 0) : block(c, c.a, c.lda, 0, n1);
    const char is21 = c.uplo == 'L' ? 'N' : turn, is12 = c.uplo == 'L' ? turn : 'N';
    (left ? x.m : x.n) = n1, (left ? y.m : y.n) = n2;
    y.a = block(c, c.a, c.lda, n1, n1), y.b = b2, y.c = c2;
    carry_out(x), carry_out(y);
    shunt_call p = left ? product(c, is12, 'N', n1, c.n, n2, c.alpha, off, c.lda, b2, c.ldb, one.plus, c.c, c.ldc)
                        : product(c, 'N', is21, c.m, n1, n2, c.alpha, b2, c.ldb, off, c.lda, one.plus, c.c, c.ldc);
    shunt_call q = left ? product(c, is21, 'N', n2, c.n, n1, c.alpha, off, c.lda, c.b, c.ldb, one.plus, c2, c.ldc)
                        : product(c, 'N', is12, c.m, n2, n1, c.alpha, c.b, c.ldb, off, c.lda, one.plus, c2, c.ldc);
    carry_out(p), carry_out(q);
}

void Runner::rank_k(const shunt_call& c) {
    const Constants one(c.precision);
    const bool turned = c.transa != 'N', two = c.routine == SHUNT_SYR2K || c.routine == SHUNT_HER2K;
    shunt_call x = c, y = c;
    if (c.k > c.n) {
        const i64 half = c.k / 2;
        x.k = half, y.k = c.k - half, y.beta = one.plus;
        y.a = block(c, c.a, c.lda, 0, half, turned);
        if (two) y.b = block(c, c.b, c.ldb, 0, half, turned);
        return carry_out(x), carry_out(y);
    }
    const i64 n1 = c.n / 2, n2 = c.n - n1;
    x.n = n1, y.n = n2;
    y.a = block(c, c.a, c.lda, n1, 0, turned), y.c = block(c, c.c, c.ldc, n1, n1);
    if (two) y.b = block(c, c.b, c.ldb, n1, 0, turned);
    carry_out(x), carry_out(y);
    beside_triangles(c, n1, [&](shunt_call& p) { carry_out(p); });
}

// op(A) is [ T11     ] or [ T11  T12 ]; the part of B that the other needs as it was, or as it becomes, goes first.
//          [ T21 T22 ]    [      T22 ]
void Runner::triangular(const shunt_call& c) {
    const Constants one(c.precision);
    const bool left = c.side == 'L', solves = c.routine == SHUNT_TRSM;
    const i64 order = left ? c.m : c.n, others = left ? c.n : c.m;
    shunt_call x = c, y = c;
    if (others > order) {
        const i64 half = others / 2;
        (left ? x.n : x.m) = half, (left ? y.n : y.m) = others - half;
        y.b = left ? block(c, c.b, c.ldb, 0, half) : block(c, c.b, c.ldb, half, 0);
        return carry_out(x), carry_out(y);
    }
    const i64 n1 = order / 2, n2 = order - n1;
    const bool turned = c.transa != 'N', lower = (c.uplo == 'L') != turned;  // of op(A)
    void* off = c.uplo == 'L' ? block(c, c.a, c.lda, n1, 0) : block(c, c.a, c.lda, 0, n1);
    void* b2 = left ? block(c, c.b, c.ldb, n1, 0) : block(c, c.b, c.ldb, 0, n1);
    (left ? x.m : x.n) = n1, (left ? y.m : y.n) = n2;
    y.a = block(c, c.a, c.lda, n1, n1), y.b = b2;
    // L lower: B2 depends on B1; R upper: likewise.
    const bool second_needs_first = left == lower;
    void *from = second_needs_first ? c.b : b2, *to = second_needs_first ? b2 : c.b;
    const i64 n_from = second_needs_first ? n1 : n2, n_to = second_needs_first ? n2 : n1;
    shunt_call &source = second_needs_first ? x : y, &target = second_needs_first ? y : x;
    // Solving: source, target := alpha target - T source, target with alpha 1. Multiplying: target first.
    const void* factor = solves ? one.minus : c.alpha;
    const void* keep = solves ? c.alpha : one.plus;
    shunt_call p = left
                       ? product(c, c.transa, 'N', n_to, c.n, n_from, factor, off, c.lda, from, c.ldb, keep, to, c.ldb)
                       : product(c, 'N', c.transa, c.m, n_to, n_from, factor, from, c.ldb, off, c.lda, keep, to, c.ldb);
    if (solves) {
        target.alpha = one.plus;
        carry_out(source), carry_out(p), carry_out(target);
    } else {
        carry_out(target), carry_out(p), carry_out(source);
    }
}

void Runner::getrs(const shunt_call& c) {
    const Constants one(c.precision);
    const bool plain = c.transa == 'N';
    shunt_call x = on_triangle(c, SHUNT_TRSM, 'L', plain ? 'L' : 'U', c.transa, plain ? 'U' : 'N', c.n, c.k, one.plus,
                               c.a, c.lda, c.b, c.ldb);
    shunt_call y = x;
    y.uplo = plain ? 'U' : 'L', y.diag = plain ? 'N' : 'U';
    if (plain) touched_ = true, swap_rows(c, c.b, c.ldb, c.k, 0, c.n, true);
    carry_out(x), carry_out(y);
    if (!plain && (status_ == Status::ok || touched_)) swap_rows(c, c.b, c.ldb, c.k, 0, c.n, false);
}

// U: X12 = -X11 U12 X22; L: X21 = -X22 L21 X11.
void Runner::trtri(const shunt_call& c) {
    const Constants one(c.precision);
    const i64 n1 = c.n / 2, n2 = c.n - n1;
    const bool upper = c.uplo == 'U';
    void* off = upper ? block(c, c.a, c.lda, 0, n1) : block(c, c.a, c.lda, n1, 0);
    const i64 rows = upper ? n1 : n2, columns = upper ? n2 : n1;
    shunt_call x = on_order(c, SHUNT_TRTRI, n1, n1, c.a),
               y = on_order(c, SHUNT_TRTRI, n2, n2, block(c, c.a, c.lda, n1, n1));
    carry_out(x), carry_out(y);
    shunt_call p = on_triangle(c, SHUNT_TRMM, 'L', c.uplo, 'N', c.diag, rows, columns, one.plus, upper ? x.a : y.a,
                               c.lda, off, c.lda);
    shunt_call q = on_triangle(c, SHUNT_TRMM, 'R', c.uplo, 'N', c.diag, rows, columns, one.minus, upper ? y.a : x.a,
                               c.lda, off, c.lda);
    carry_out(p), carry_out(q);
}

// U U^H: A11 := U11 U11^H + U12 U12^H, A12 := U12 U22^H. L^H L: A11 := L11^H L11 + L21^H L21, A21 := L22^H L21.
void Runner::lauum(const shunt_call& c) {
    const Constants one(c.precision);
    const i64 n1 = c.n / 2, n2 = c.n - n1;
    const bool upper = c.uplo == 'U';
    void* off = upper ? block(c, c.a, c.lda, 0, n1) : block(c, c.a, c.lda, n1, 0);
    shunt_call x = on_order(c, SHUNT_LAUUM, n1, n1, c.a),
               y = on_order(c, SHUNT_LAUUM, n2, n2, block(c, c.a, c.lda, n1, n1));
    shunt_call update = rank_update(c, c.uplo, upper ? 'N' : 'C', n1, n2, one.plus, off, c.lda, one.plus, c.a, c.lda);
    shunt_call times = on_triangle(c, SHUNT_TRMM, upper ? 'R' : 'L', c.uplo, 'C', 'N', upper ? n1 : n2, upper ? n2 : n1,
                                   one.plus, y.a, c.lda, off, c.lda);
    carry_out(x), carry_out(update), carry_out(times), carry_out(y);
}

}  // namespace shunt::gpu
