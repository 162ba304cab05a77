// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A key or token that does not appear in descriptions, errors, logs, or a debugger's summary.
///
/// ```swift
/// print(Secret("s3cret"))  // <redacted>
/// ```
public struct Secret: Sendable, Hashable {
    private let value: String

    /// Creates a secret from a value.
    public init(_ value: String) {
        self.value = value
    }

    /// Returns the value.
    ///
    /// Don't include it in logs or messages.
    public func reveal() -> String { value }

    /// The SHA-256 of the value in hexadecimal, which distinguishes the stored records of two keys (``RecordIdentity/service``)
    /// without revealing either.
    public var digest: String { SHA256.hexDigest(of: value.utf8) }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The text `<redacted>`, for every value.
    public var description: String { "<redacted>" }
    /// The text `<redacted>`, for every value.
    public var debugDescription: String { description }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
