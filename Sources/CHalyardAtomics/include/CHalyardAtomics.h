// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// In C, because Swift's own atomics need the systems of 2024 (iOS 18, macOS 15). Inline, so that a read of a flag has no call.
// The words are in memory that Swift has allocated by pointer: a Swift variable has no address of its own.

#ifndef HALYARD_ATOMICS_H
#define HALYARD_ATOMICS_H

#include <stdbool.h>
#include <stdint.h>

/// Reads a word; says nothing about other memory.
static inline uint64_t halyard_load_relaxed(const uint64_t *_Nonnull word) {
    return __atomic_load_n(word, __ATOMIC_RELAXED);
}

/// Reads a word; what was written before its value was stored with release is visible from here on.
static inline uint64_t halyard_load_acquire(const uint64_t *_Nonnull word) {
    return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

/// Writes a word; says nothing about other memory.
static inline void halyard_store_relaxed(uint64_t *_Nonnull word, uint64_t value) {
    __atomic_store_n(word, value, __ATOMIC_RELAXED);
}

/// Writes a word; what was written before is visible to a thread that loads its value with acquire.
static inline void halyard_store_release(uint64_t *_Nonnull word, uint64_t value) {
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

/// Adds to a word, wrapping around, and returns the sum; says nothing about other memory.
static inline uint64_t halyard_add_relaxed(uint64_t *_Nonnull word, uint64_t value) {
    return __atomic_add_fetch(word, value, __ATOMIC_RELAXED);
}

/// Writes a word if it is 0, and returns what it was: 0 when it was written. Orders like acquire and release.
static inline uint64_t halyard_fill(uint64_t *_Nonnull word, uint64_t value) {
    uint64_t before = 0;
    __atomic_compare_exchange_n(word, &before, value, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    return before;
}

#endif
