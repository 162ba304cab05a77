// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// An error that describes an invalid argument.
public struct LDInvalidArgumentError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason, as a sentence.
    public let description: String

    /// The reason, as a sentence.
    public var localizedDescription: String { description }

    /// Creates an error with a reason.
    public init(_ description: String) { self.description = description }
}
