// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// The functions that Halyard's C code calls, as declared by malloc(3) on Apple's systems.
#ifndef HALYARD_STUB_STDLIB_H
#define HALYARD_STUB_STDLIB_H

#include <stddef.h>

void *malloc(size_t);
void free(void *);

#endif
