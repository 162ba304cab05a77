// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A generation of LaunchDarkly's mobile service: who flags are for, the paths of the service, and what events say.
public enum LaunchDarklyContextModel: String, Sendable, Hashable, CaseIterable {
    /// A person with a key and attributes (``LaunchDarklyUser``), as in clients up to version 7.
    case users
    /// One or several kinds of things (``LaunchDarklyContext``), as in clients from version 8 on.
    case contexts
}
