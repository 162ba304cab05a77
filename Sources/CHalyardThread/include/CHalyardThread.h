// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// In C, because Swift has no variables of a thread's own. Measured in a flag's read (Tests/Benchmarks): two instructions,
// where pthread_self() behind a call costs some fifteen more and a third of the read's time.

#ifndef HALYARD_THREAD_H
#define HALYARD_THREAD_H

#include <stdint.h>

extern _Thread_local char halyard_thread_mark;

/// What no other living thread has; never 0. Another thread may have it after this one has ended.
static inline uintptr_t halyard_thread(void) { return (uintptr_t)&halyard_thread_mark; }

#endif
