/* In: one checked, column-major BLAS/LAPACK call. Out: the call done, or a word that it was not and nothing is lost.
   The C table behind which libshunt_cuda.so lives; the only file of cuda/ that shim/ includes. */
#ifndef SHUNT_CUDA_PLUGIN_H
#define SHUNT_CUDA_PLUGIN_H
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SHUNT_PLUGIN_VERSION 10u

enum shunt_routine {
    SHUNT_GEMM,
    SHUNT_SYMM,
    SHUNT_HEMM,
    SHUNT_SYRK,
    SHUNT_HERK,
    SHUNT_SYR2K,
    SHUNT_HER2K,
    SHUNT_TRMM,
    SHUNT_TRSM,
    SHUNT_POTRF,
    SHUNT_POTRF2,
    SHUNT_POTF2,
    SHUNT_GETRF,
    SHUNT_GETRF2,
    SHUNT_GETF2,
    SHUNT_GETRS,
    SHUNT_GESV,
    SHUNT_POTRS,
    SHUNT_POSV,
    SHUNT_TRTRI,
    SHUNT_TRTI2,
    SHUNT_LAUUM,
    SHUNT_LAUU2,
    SHUNT_POTRI,
    SHUNT_TRTRS,
    SHUNT_GEQRF,
    SHUNT_ORMQR, /* real */
    SHUNT_UNMQR, /* complex */
    SHUNT_ORGQR,
    SHUNT_UNGQR,
    SHUNT_ROUTINE_COUNT
};

/* The unblocked and recursive spellings do the same work as the blocked one: potrf2 -> potrf, getf2 -> getrf. */
static inline int shunt_base_routine(int routine) {
    switch (routine) {
        case SHUNT_POTRF2:
        case SHUNT_POTF2:
            return SHUNT_POTRF;
        case SHUNT_GETRF2:
        case SHUNT_GETF2:
            return SHUNT_GETRF;
        case SHUNT_TRTI2:
            return SHUNT_TRTRI;
        case SHUNT_LAUU2:
            return SHUNT_LAUUM;
        default:
            return routine;
    }
}

static inline int shunt_multiplies_by_q(int routine) {
    return routine == SHUNT_ORMQR || routine == SHUNT_UNMQR;
}
static inline int shunt_forms_q(int routine) {
    return routine == SHUNT_ORGQR || routine == SHUNT_UNGQR;
}
/* Reflectors are made, multiplied by, or multiplied out. */
static inline int shunt_orthogonal(int routine) {
    return routine >= SHUNT_GEQRF && routine <= SHUNT_UNGQR;
}

/* A call with its arguments checked, option letters in upper case, matrices column-major (CBLAS row-major calls are
   already turned round). Sizes, leading dimensions: elements. Unused members are zero.
   gemm: m n k, a b c; symm hemm: m n, a b c; syrk herk: n k, a c; syr2k her2k: n k, a b c; trmm trsm: m n, a b;
   getrf*, getf2: m n, a ipiv; getrs gesv potrs posv trtrs: n, k right-hand sides, a b (ipiv); geqrf: m n, a tau;
   ormqr unmqr: m n, k reflectors, a tau c; orgqr ungqr: m n k, a tau; the rest: n, a. */
typedef struct shunt_call {
    uint32_t size;   /* sizeof(struct shunt_call) of the caller */
    int32_t routine; /* enum shunt_routine */
    char precision;  /* 's' 'd' 'c' 'z' */
    char side, uplo, transa, transb, diag;
    char wide; /* ipiv holds 64-bit integers, else 32-bit */
    char reserved;
    int64_t m, n, k;
    const void *alpha, *beta; /* in the routine's own type: real for alpha of herk and beta of herk, her2k */
    void *a, *b, *c;
    int64_t lda, ldb, ldc;
    void* ipiv;
    void* tau;  /* may be in either memory, as ipiv */
    void* work; /* of the caller, lwork elements: a plug-in has memory of its own */
    int64_t lwork;
    int64_t info;       /* out, LAPACK only */
    double flops;       /* for predict: operations on real numbers */
    const char* reason; /* out: why the device did not do it, or not all of it: a few words that stay where they are */
} shunt_call;

/* Bytes to move: `count` stretches of `bytes` bytes, `to_step` and `from_step` bytes apart. */
typedef struct shunt_copy {
    void* to;
    const void* from;
    int64_t bytes, count, to_step, from_step;
} shunt_copy;

/* The operations of the batched symbols. */
enum shunt_batch_routine {
    SHUNT_BATCH_GEMM,
    SHUNT_BATCH_GEMV,
    SHUNT_BATCH_SYRK,
    SHUNT_BATCH_HERK,
    SHUNT_BATCH_TRSM,
    SHUNT_BATCH_TRMM,
    SHUNT_BATCH_TRSV,
    SHUNT_BATCH_GETRF,
    SHUNT_BATCH_GETRS,
    SHUNT_BATCH_GETRI,
    SHUNT_BATCH_POTRF,
    SHUNT_BATCH_POTRS,
    SHUNT_BATCH_GEQRF,
    SHUNT_BATCH_ORGQR,
    SHUNT_BATCH_GEBRD
};

/* What consecutive problems of a batch have in common, as in shunt_call; k is also the number of right-hand sides, ldb
   and ldc are the increments of vectors. Scalars: real and imaginary part. */
typedef struct shunt_alike {
    char side, uplo, transa, transb, diag, reserved[3];
    int64_t m, n, k, lda, ldb, ldc;
    double alpha[2], beta[2];
    int64_t problems;
} shunt_alike;

/* Where an operand of problem i lies: list[i], or base + i * stride bytes; neither: there is none. */
typedef struct shunt_place {
    void* const* list;           /* in the host's memory; of a problem without elements it may be anything */
    const void* list_on_device;  /* the same where the program has it, or NULL; unseen, or enqueued: perhaps it alone */
    void* base;
    int64_t stride;
} shunt_place;

/* The runs of a batch as arrays with an element for each; NULL: the argument is 0 in all of them, or there is one
   problem in each. Runs in which all arrays of `option` have the same bytes have the same options and scalars. */
typedef struct shunt_arrays {
    const void *m, *n, *k, *lda, *ldb, *ldc, *problems; /* integers, as `wide` says */
    int64_t options;
    struct {
        const void* at;
        int64_t bytes; /* of an element */
    } option[8];
} shunt_arrays;

/* What is seen of problems that nobody has looked at, of all of them. Integers in the order m n k lda ldb ldc, addresses
   in the order a b c ipiv tau taup d e; of what a call has not, anything. */
typedef struct shunt_seen {
    int64_t least[6], most[6];
    int64_t spare[3]; /* by how much lda, ldb, ldc are above what they may not be below, at least */
    uint64_t first[8], end[8], bits[8]; /* the lowest address, what is behind all elements; bits that any address has */
    int32_t shared; /* not 0: a written address is the one of the problem before it, or that of an input */
    int32_t device; /* the number of the one that is to carry them out */
} shunt_seen;

/* How to look at them, before anything is written: arrays may lie in either memory. */
typedef struct shunt_look {
    /* Of a, b and c ld is lda, ldb, ldc: with one row an increment, which is not 0; else no less than the rows. */
    struct {
        signed char rows, columns; /* 0: m, 1: n, 2: k, 3: the lesser one of m and n, 4: one */
        signed char ld;            /* by its place among the integers; -1: none */
        signed char bytes;         /* of an element; 0: there is no such operand */
    } operand[8];
    uint32_t integers;    /* those that there are (bits) */
    uint32_t on_device;   /* those in device memory */
    uint32_t written;     /* operands (bits) */
    int (*good)(const struct shunt_look* look, const shunt_seen* seen); /* 0: they are not to be carried out */
} shunt_look;

/* A workspace begins at a multiple of this, and is no smaller: with none at all a call asks how much it is. */
#define SHUNT_WORKSPACE_UNIT 256

/* Checked problems of one routine (but for `look`), in runs that are alike; all operands are in device memory
   (`look`: or `good` says that they are not). */
typedef struct shunt_batch {
    uint32_t size;   /* sizeof(struct shunt_batch) of the caller */
    int32_t routine; /* enum shunt_batch_routine */
    char precision;  /* 's' 'd' 'c' 'z' */
    char wide;       /* ipiv, info: 64-bit integers, else 32-bit */
    char info_on_device, reserved;
    int64_t count, runs; /* problems; runs of them */
    void (*read)(const void* context, int64_t run, shunt_alike* alike);
    const void* context;
    shunt_place a, b, c, ipiv, tau, taup, d, e; /* gebrd: tau is tauq */
    void* info; /* LAPACK */
    const char* reason;
    const shunt_arrays* arrays; /* what read() says; NULL: there is one run */
    /* run_batch: nobody has looked at the problems, each a run of its own with the options of the first one, which alone
       are what read() is asked for; SHUNT_DECLINED: they want a closer look. NULL: they are checked. */
    const shunt_look* look;
} shunt_batch;

enum shunt_status {
    SHUNT_DONE = 0,     /* the result is in the caller's memory */
    SHUNT_DECLINED = 1, /* nothing that the call reads was touched; the CPU carries it out */
    SHUNT_FAILED = 2,   /* the same, and the device is not to be trusted for some time */
    SHUNT_RECOVERED = 3 /* the result is in the caller's memory, but the device failed and the CPU did the rest */
};

/* What the library does for its plug-in. */
typedef struct shunt_host {
    uint32_t size;       /* sizeof(struct shunt_host) of the library */
    int32_t threads;     /* CPU threads that the user allows, this one included */
    double device_bytes; /* of device memory that a call may take; 0: what is free */
    /* Carries a call out on the CPU, by own kernels alone; sets info. The arguments are as checked ones. */
    void (*execute)(shunt_call* call);
} shunt_host;

/* What of a host's way to its device was measured: bytes a second from and to ordinary memory, one way at a time, and
   the seconds that the smallest call takes. */
typedef struct shunt_link {
    double up, down, call;
} shunt_link;

typedef struct shunt_plugin {
    uint32_t version; /* SHUNT_PLUGIN_VERSION */
    uint32_t size;    /* sizeof(struct shunt_plugin) of the plug-in */
    const char* name; /* for the report: "cuda: NVIDIA H200" */
    /* Names of variables, by commas, that are set and would change what the device's libraries compute, were they
       followed; "": none. */
    const char* not_followed;
    /* Predicted seconds for the call, transfers included; negative: cannot. A pure function of the call and of what was
       measured (NULL: nothing was), which looks into no matrix. */
    double (*predict)(const shunt_call* call, const shunt_link* link);
    int (*measure)(shunt_link* link); /* enum shunt_status: SHUNT_DONE or not */
    int (*run)(shunt_call* call);     /* enum shunt_status */
    /* A call whose matrices are all in device memory, in place; pivots may be in either. On the given stream (a
       cudaStream_t), where level 3 is only enqueued; without one the result is there on return. SHUNT_DECLINED: nothing
       was touched; SHUNT_FAILED: what the call writes is lost. */
    int (*run_on_device)(shunt_call* call, void* stream);
    /* The same for many problems. SHUNT_DECLINED also where it is not done on a device: sizes, routines. */
    int (*run_batch)(shunt_batch* batch, void* stream);
    /* So many problems, or more, are faster looked at by the device; or whose addresses are there. */
    int64_t look_from, look_there_from;
    /* The same enqueued on a stream (NULL: the default one), and nothing else: no memory is taken but `bytes` bytes at
       `workspace`, nobody waits. Out: the bytes that it wants; where there are fewer, or no workspace, it enqueues
       nothing, and that is SHUNT_DONE. `info` is in device memory. Problems too large for it: SHUNT_DECLINED. */
    int (*enqueue_batch)(shunt_batch* batch, void* stream, void* workspace, int64_t* bytes);
    /* Between the host's memory and one device's (up: to it), in order with the stream as run_on_device; done on
       return, or some of it is. */
    int (*copy)(const shunt_copy* copies, int64_t count, int up, void* stream, const char** reason);
} shunt_plugin;

/* The one symbol of a plug-in. Returns NULL where there is no usable device, and then says why in `reason`, in words
   that stay where they are. Called once, on the first call that is large enough; never from a constructor, at exit, or
   in a forked child. The host's table stays where it is. Of another version than its own a plug-in looks at nothing
   else, and returns NULL. */
typedef const shunt_plugin* (*shunt_plugin_open_fn)(uint32_t version, const shunt_host* host, const char** reason);
#define SHUNT_PLUGIN_SYMBOL "shunt_plugin_open"

#ifdef __cplusplus
}
#endif
#endif
