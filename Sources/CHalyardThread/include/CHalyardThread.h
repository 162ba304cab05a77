// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// In C, because Swift has no variables of a thread's own. Measured in a flag's read (Tests/Benchmarks): three instructions,
// where pthread_self() behind a call costs some fifteen more and a third of the read's time.

#ifndef HALYARD_THREAD_H
#define HALYARD_THREAD_H

#include <stdbool.h>
#include <stdint.h>

/// A thread as others see it: whether it still runs. Counted references keep it.
typedef struct halyard_life halyard_life;

extern _Thread_local uint64_t halyard_thread_number;

/// The calling thread's number, which no other thread ever has. Below 3 for a thread that has none: it has not begun its
/// life, or is ending. Never 0.
static inline uint64_t halyard_thread(void) { return halyard_thread_number; }

extern _Thread_local uint64_t halyard_thread_place_number;

/// Gives the calling thread a place.
uint64_t halyard_thread_take_place(void);

/// A number of the calling thread: threads that come one after the other have different ones, from 1.
static inline uint64_t halyard_thread_place(void) {
    return halyard_thread_place_number ? halyard_thread_place_number : halyard_thread_take_place();
}

/// The calling thread's life, with a reference for the caller; gives the thread a number if it has none. NULL for a thread
/// that is ending, and where the system has no room.
halyard_life *halyard_life_begin(void);

/// Whether the thread has ended; then all that it did with flags is visible to the caller.
bool halyard_life_has_ended(halyard_life *life);

/// How many lives have ended so far.
uint64_t halyard_ended_lives(void);

/// Gives a reference back.
void halyard_life_release(halyard_life *life);

#endif
