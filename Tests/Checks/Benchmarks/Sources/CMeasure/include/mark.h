// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#ifndef HALYARD_MARK_H
#define HALYARD_MARK_H

/// Does nothing; callgrind writes down what it counted, and begins anew, whenever this is called.
void halyard_mark(void);

#endif
