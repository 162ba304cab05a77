// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// The module name that apps of the Unleash Swift client import.
@_exported public import HalyardUnleashClient
