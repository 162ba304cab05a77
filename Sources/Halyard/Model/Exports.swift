// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// What an app may supply (time, randomness, files, lifecycle, reachability) is declared below the core, because the
// transport needs it too and does not depend on flags. Importing Halyard imports it as well.
@_exported public import HalyardSupport
