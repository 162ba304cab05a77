// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#ifndef HALYARD_MALLOC_COUNT_H
#define HALYARD_MALLOC_COUNT_H

/// Returns the number of this thread's heap allocations.
long halyard_malloc_count(void);

/// Returns unused heap memory to the system, if the system supports it.
void halyard_malloc_trim(void);

#endif
