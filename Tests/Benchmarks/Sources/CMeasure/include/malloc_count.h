// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#ifndef HALYARD_MALLOC_COUNT_H
#define HALYARD_MALLOC_COUNT_H

/// How often this thread asked for heap memory since it began.
long halyard_malloc_count(void);

#endif
