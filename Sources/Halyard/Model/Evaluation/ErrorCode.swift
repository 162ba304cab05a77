// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A kind of error: OpenFeature's error codes (specification, section "Types").
///
/// ```swift
/// let isUnknown = flags.details(of: .newNav).error?.code == .flagNotFound
/// ```
public struct ErrorCode: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
    /// The code as OpenFeature spells it.
    public let rawValue: String

    /// Creates a code from its spelling.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a code from a literal.
    public init(stringLiteral value: String) { rawValue = value }

    /// The provider hasn't responded yet, or the client is shut down.
    public static let providerNotReady: ErrorCode = "PROVIDER_NOT_READY"
    /// No provider has the flag.
    public static let flagNotFound: ErrorCode = "FLAG_NOT_FOUND"
    /// A payload, file, or option can't be read.
    public static let parseError: ErrorCode = "PARSE_ERROR"
    /// The flag has a value of another type than the requested type.
    public static let typeMismatch: ErrorCode = "TYPE_MISMATCH"
    /// The provider requires a key in the context, and there is none.
    public static let targetingKeyMissing: ErrorCode = "TARGETING_KEY_MISSING"
    /// The provider can't use the context.
    public static let invalidContext: ErrorCode = "INVALID_CONTEXT"
    /// The provider has failed permanently.
    public static let providerFatal: ErrorCode = "PROVIDER_FATAL"
    /// Any other error.
    public static let general: ErrorCode = "GENERAL"
}

extension ErrorCode: CustomStringConvertible {
    /// The code as OpenFeature spells it.
    public var description: String { rawValue }
}
