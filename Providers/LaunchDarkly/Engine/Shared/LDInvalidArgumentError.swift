// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// An argument that cannot be used, and why.
public struct LDInvalidArgumentError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason, as a sentence.
    public let description: String

    /// The reason, as a sentence.
    public var localizedDescription: String { description }

    /// Makes an error.
    public init(_ description: String) { self.description = description }
}
