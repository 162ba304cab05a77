// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What happens to the flags in place, and to stored ones, when another user or context is identified.
public enum IdentifyCacheUsage: Sendable, Hashable, CaseIterable {
    /// Stored flags of the last visit replace them; if there are none, there are no flags until the service has
    /// answered.
    case yes
    /// Those in place stay until the service has answered; stored flags are ignored.
    case no
    /// Stored flags replace them; if there are none, those in place stay until the service has answered.
    case ifAvailable
}
