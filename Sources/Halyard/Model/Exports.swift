// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// What an app may hand in (time, randomness, files, lifecycle, reachability) is declared below the core, because the
// transport needs it too and knows no flags. One import of Halyard brings it along.
@_exported public import HalyardSupport
