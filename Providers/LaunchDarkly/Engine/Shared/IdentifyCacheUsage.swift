// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The use of the current flags and of stored flags when another user or context is identified.
public enum IdentifyCacheUsage: Sendable, Hashable, CaseIterable {
    /// Stored flags replace the current flags.
    ///
    /// If there are no stored flags, the client serves no flags until the service responds.
    case yes
    /// The current flags remain until the service responds.
    ///
    /// Stored flags are ignored.
    case no
    /// Stored flags replace the current flags.
    ///
    /// If there are no stored flags, the current flags remain until the service responds.
    case ifAvailable
}
