// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A stub with the name of the client class in the Unleash Swift client.
public final class UnleashClient: Sendable {
    /// Creates a stub.
    public init() {}

    /// Returns `true` for every flag.
    public func isEnabled(name: String) -> Bool { true }
}
