// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#ifndef C_INTERPOSER_H
#define C_INTERPOSER_H

#include <stdbool.h>

/// Takes work that the program hands to a queue, instead of the queue; `serial` is a queue that keeps its order, or NULL.
typedef void (*interposer_take)(
    const void *_Nullable serial, void (*_Nonnull function)(void *_Nullable), void *_Nullable context);

/// Runs one thing that is ready while somebody waits for a semaphore; false when nothing is.
typedef bool (*interposer_step)(void);

/// From now on, work for any queue of libdispatch goes to `take`, and a wait for a semaphore lets other work run.
void interposer_install(interposer_take _Nonnull take, interposer_step _Nonnull step);

/// Lets standard output be written line by line, so that none is missing where a time limit ends the program.
void interposer_flush_lines(void);

#endif
