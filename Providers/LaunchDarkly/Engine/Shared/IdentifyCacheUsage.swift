// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What becomes of flags that are in place, and of those that are kept, when another user or context is identified.
public enum IdentifyCacheUsage: Sendable, Hashable, CaseIterable {
    /// Those that are kept from the last visit take their place; if there are none, there are no flags until the service
    /// has answered.
    case yes
    /// Those in place stay until the service has answered; what is kept is not looked at.
    case no
    /// Those that are kept take their place; if there are none, those in place stay until the service has answered.
    case ifAvailable
}
