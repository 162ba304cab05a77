// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A vendor's own description of a context, which an ``EvaluationContext`` carries without loss.
///
/// A vendor's client API attaches its own user or context type, so the vendor's mapper gets every detail back. The
/// attachment is part of the context's equality and of its cache key. Two users are different contexts even if they
/// differ only in a detail that Halyard's own properties can't express.
public protocol ContextAttachment: Sendable {
    /// A string that is equal if and only if the attachments are equal, in this and in every later launch of the app.
    ///
    /// Begin it with the vendor's name, so that it differs from the keys of all other vendors.
    var cacheKey: String { get }
}

/// A ``ContextAttachment`` of any type.
package struct AnyContextAttachment: Sendable, Hashable {
    private let value: any ContextAttachment
    /// The wrapped attachment's cache key, read once.
    package let cacheKey: String

    /// Creates a wrapper of an attachment.
    package init(_ value: some ContextAttachment) {
        self.value = value
        cacheKey = value.cacheKey
    }

    /// Returns the attachment, or `nil` if it doesn't have the requested type.
    package func `as`<Attachment: ContextAttachment>(_ type: Attachment.Type) -> Attachment? { value as? Attachment }

    /// Returns true if both have the same cache key, which means that they're equal.
    package static func == (left: AnyContextAttachment, right: AnyContextAttachment) -> Bool {
        left.cacheKey.hasSameBytes(as: right.cacheKey)
    }

    /// Hashes the cache key.
    package func hash(into hasher: inout Hasher) { hasher.combine(cacheKey) }
}
