// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A generation of LaunchDarkly's mobile service: who flags are for, where the service listens, and what events say.
public enum LaunchDarklyEra: String, Sendable, Hashable, CaseIterable {
    /// A person with a key and attributes (``LaunchDarklyUser``), as clients up to version 7 have it.
    case users
    /// One or several kinds of things (``LaunchDarklyContext``), as clients from version 8 on have it.
    case contexts
}
