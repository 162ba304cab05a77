// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#ifndef C_INTERPOSER_H
#define C_INTERPOSER_H

#include <stdbool.h>

/// Takes work that the program submits to a queue. `serial` is the queue if it runs its work in order, and NULL otherwise.
typedef void (*interposer_take)(
    const void *_Nullable serial, void (*_Nonnull function)(void *_Nullable), void *_Nullable context);

/// Runs one ready job while the program waits for a semaphore. Returns false if no job is ready.
typedef bool (*interposer_step)(void);

/// Sends all later work for libdispatch's queues to `take`, and runs other work while the program waits for a semaphore.
void interposer_install(interposer_take _Nonnull take, interposer_step _Nonnull step);

/// Makes standard output line-buffered, so that all lines are written even if a time limit ends the program.
void interposer_flush_lines(void);

#endif
