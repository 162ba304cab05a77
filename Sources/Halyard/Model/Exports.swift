// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// The types that an app can supply (time, randomness, files, lifecycle, reachability) are declared below the core. The
// transport also needs them, and doesn't depend on flags.
@_exported public import HalyardSupport
