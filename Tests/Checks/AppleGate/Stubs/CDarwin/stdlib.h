// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// What Halyard's C calls, as malloc(3) of Apple's systems declares it.
#ifndef HALYARD_STUB_STDLIB_H
#define HALYARD_STUB_STDLIB_H

#include <stddef.h>

void *malloc(size_t);
void free(void *);

#endif
