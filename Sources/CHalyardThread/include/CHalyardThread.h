// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// In C, because Swift has no variables of a thread's own, and its atomics need the systems of 2024 (iOS 18, macOS 15). Inline, so
// that a read of a flag has no call. Measured in Tests/Checks/Benchmarks: finding a thread's own variable takes three instructions,
// and pthread_self() behind a call some fifteen more.

#ifndef HALYARD_THREAD_H
#define HALYARD_THREAD_H

#include <stdbool.h>
#include <stdint.h>

// MARK: Words that threads share, in memory that Swift has allocated by pointer: a Swift variable has no address of its own

/// Reads a word; says nothing about other memory.
static inline uint64_t halyard_load_relaxed(const uint64_t *_Nonnull word) {
    return __atomic_load_n(word, __ATOMIC_RELAXED);
}

/// Reads a word; what was written before its value was stored is visible from here on.
static inline uint64_t halyard_load_acquire(const uint64_t *_Nonnull word) {
    return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

/// Writes a word; says nothing about other memory.
static inline void halyard_store_relaxed(uint64_t *_Nonnull word, uint64_t value) {
    __atomic_store_n(word, value, __ATOMIC_RELAXED);
}

/// Adds to a word, wrapping around, and returns the sum. What was written before is visible to a thread that loads the sum with
/// acquire.
static inline uint64_t halyard_add(uint64_t *_Nonnull word, uint64_t value) {
    return __atomic_add_fetch(word, value, __ATOMIC_ACQ_REL);
}

/// Stores a word if it still has the expected value, and returns whether it had it. Says nothing about other memory.
static inline bool halyard_replace_relaxed(uint64_t *_Nonnull word, uint64_t expected, uint64_t value) {
    return __atomic_compare_exchange_n(word, &expected, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

// MARK: What a thread has of its own

/// Where the calling thread finds its slots for a client's flags.
typedef struct {
    /// The client's number; 0 for none.
    uint64_t client;
    /// The number of slots minus one.
    uint64_t mask;
    void *_Nullable slots;
    /// The object to which the slots belong.
    void *_Nullable owner;
} halyard_own;

enum { HALYARD_OWN_COUNT = 8 };

extern _Thread_local halyard_own halyard_owns[HALYARD_OWN_COUNT];

/// The calling thread's entry for a client, which may belong to another client: compare the number. Clients with consecutive
/// numbers have different entries.
static inline halyard_own *_Nonnull halyard_own_of(uint64_t client) { return &halyard_owns[client % HALYARD_OWN_COUNT]; }

extern _Thread_local uint64_t halyard_thread_place_number;

/// Gives the calling thread a place.
uint64_t halyard_thread_take_place(void);

/// A number of the calling thread: threads that come one after the other have different ones, from 1.
static inline uint64_t halyard_thread_place(void) {
    return halyard_thread_place_number ? halyard_thread_place_number : halyard_thread_take_place();
}

// MARK: The end of a thread

/// A thread as others see it: whether it still runs. Counted references keep it.
typedef struct halyard_life halyard_life;

/// The calling thread's life, which lasts at least as long as the call's thread. NULL for a thread that is ending, and where the
/// system has no room.
halyard_life *_Nullable halyard_life_of_thread(void);

/// Takes a reference.
void halyard_life_retain(halyard_life *_Nonnull life);

/// Gives a reference back.
void halyard_life_release(halyard_life *_Nonnull life);

/// Whether the thread has ended; then all that it did with flags is visible to the caller.
bool halyard_life_has_ended(halyard_life *_Nonnull life);

/// How many lives have ended so far. The end of each that is counted is seen by a caller that sees the count.
uint64_t halyard_ended_lives(void);

#endif
