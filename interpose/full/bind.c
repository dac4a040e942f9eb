/* In: a slot of this library whose door was opened for the first time. Out: the function behind its name, kept in the
   slot; or, where there is none, the call reported as LAPACK reports a bad one. */
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "interpose/full/full.h"

/* The tables of door.S: slots, and beside them where their names begin in the text. */
#define HIDDEN __attribute__((visibility("hidden")))
extern HIDDEN _Atomic(void*) full_slots[];
extern HIDDEN const int32_t full_names[];
extern HIDDEN const char full_text[];
extern HIDDEN _Atomic(char) full_absent[];

/* The program's own ones come first, as for every caller. Each library has those that its names need. */
extern void xerbla_(const char* name, const int64_t* info, size_t length) __attribute__((weak));
extern void cblas_xerbla(int position, const char* name, const char* format, ...) __attribute__((weak));
extern void LAPACKE_xerbla(const char* name, intptr_t info) __attribute__((weak));

HIDDEN void* full_bind(_Atomic(void*)* slot);
HIDDEN intptr_t full_missing(const _Atomic(void*)* slot);

static const char* name_of(const _Atomic(void*)* slot) {
    return full_text + full_names[slot - full_slots];
}

/* Two threads may come at once: they find the same. A search in vain is long and not repeated. */
void* full_bind(_Atomic(void*)* slot) {
    if (full_absent[slot - full_slots]) return NULL;
    const int saved = errno;
    void* address = shunt_resolve(name_of(slot), FULL_WIDE, (void*)xerbla_);
    if (address)
        atomic_store_explicit(slot, address, memory_order_release);
    else
        full_absent[slot - full_slots] = 1;
    errno = saved;
    return address;
}

/* The arguments are unknown, so INFO cannot be set: the handler that LAPACK has for bad calls is told, which ends the
   program unless it is the program's own. No argument is to blame: its position is 0. Returns what the call shall. */
intptr_t full_missing(const _Atomic(void*)* slot) {
    const char* name = name_of(slot);
    if (strncmp(name, "LAPACKE_", 8) == 0) {
        LAPACKE_xerbla(name, -1);
        return -1;
    }
    if (strncmp(name, "cblas_", 6) == 0) {
        cblas_xerbla(0, name, "no library behind has it\n");
        return 0;
    }
    char upper[32] = ""; /* some handlers ignore the length and look for a zero */
    size_t length = 0;
    for (; name[length + 1] && length < sizeof upper - 1; ++length) { /* without the underscore */
        const char c = name[length];
        upper[length] = (char)(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
    }
    const int64_t info = 0; /* of which a handler with 32-bit integers reads the low half */
    xerbla_(upper, &info, length);
    return 0;
}
