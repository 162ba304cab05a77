// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#ifndef C_INTERPOSER_H
#define C_INTERPOSER_H

#include <stdbool.h>

/// Takes work that the program hands to a queue, instead of the queue.
typedef void (*interposer_take)(void (*_Nonnull function)(void *_Nullable), void *_Nullable context);

/// From now on, work for any queue of libdispatch goes to `take`; NULL gives it back to libdispatch.
void interposer_install(interposer_take _Nullable take);

/// Lets standard output be written line by line, so that none is missing where a time limit ends the program.
void interposer_flush_lines(void);

#endif
