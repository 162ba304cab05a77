// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// Replaces glibc's allocation functions in the program, and counts their calls. The symbols of an executable take precedence over
// the C library's, so the Swift runtime's allocations also count.

#include "malloc_count.h"

#include <features.h>
#include <stddef.h>

static _Thread_local long count;

long halyard_malloc_count(void) { return count; }

#ifdef __GLIBC__
#include <malloc.h>

void halyard_malloc_trim(void) { malloc_trim(0); }

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
    count++;
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count++;
    return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
    count++;
    return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count++;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    count++;
    *memory = __libc_memalign(alignment, size);
    return *memory ? 0 : 12;
}
#else
void halyard_malloc_trim(void) {}
#endif
