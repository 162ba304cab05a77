// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#ifndef HALYARD_MALLOC_COUNT_H
#define HALYARD_MALLOC_COUNT_H

/// How often this thread asked for heap memory since it began.
long halyard_malloc_count(void);

/// Gives what the heap does not use back to the system, where that can be done.
void halyard_malloc_trim(void);

#endif
