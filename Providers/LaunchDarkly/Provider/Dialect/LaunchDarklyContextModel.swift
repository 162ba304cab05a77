// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A generation of LaunchDarkly's mobile service, which determines the evaluation context, the service's paths, and events.
public enum LaunchDarklyContextModel: String, Sendable, Hashable, CaseIterable {
    /// A user with a key and attributes (``LaunchDarklyUser``), as in clients up to version 7.
    case users
    /// One or several kinds of contexts (``LaunchDarklyContext``), as in clients since version 8.
    case contexts
}
