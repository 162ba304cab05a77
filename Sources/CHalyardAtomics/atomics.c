// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#include "CHalyardAtomics.h"

_Static_assert(__atomic_always_lock_free(sizeof(uint64_t), 0), "a word is read and written in one step");
