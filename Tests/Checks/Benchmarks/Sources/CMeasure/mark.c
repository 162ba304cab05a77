// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#include "mark.h"

__attribute__((noinline)) void halyard_mark(void) { __asm__ volatile(""); }
