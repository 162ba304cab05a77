// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#include "CHalyardThread.h"

_Thread_local char halyard_thread_mark;
