// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// An argument that cannot be used, and why.
public struct LDInvalidArgumentError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Why, as a sentence.
    public let description: String

    /// Why, as a sentence.
    public var localizedDescription: String { description }

    /// Makes an error.
    public init(_ description: String) { self.description = description }
}
