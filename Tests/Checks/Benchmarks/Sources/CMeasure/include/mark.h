// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#ifndef HALYARD_MARK_H
#define HALYARD_MARK_H

/// Does nothing. Callgrind writes its counts and resets them at each call.
void halyard_mark(void);

#endif
