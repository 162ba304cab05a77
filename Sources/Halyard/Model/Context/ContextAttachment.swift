// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A vendor's own description of who the flags are for, carried inside an ``EvaluationContext`` without loss.
///
/// A vendor's client API attaches its own user or context type, so that the vendor's mapper gets every detail back.
/// The attachment is part of the context's equality and of its cache key: two users who differ only in a detail that the
/// neutral vocabulary cannot express are two contexts.
public protocol ContextAttachment: Sendable {
    /// A text that is equal exactly when the attachments are, in this and in every later run of the app.
    ///
    /// Begin it with the vendor's name, so that it differs from every other vendor's.
    var cacheKey: String { get }
}

/// A ``ContextAttachment`` of any type.
package struct AnyContextAttachment: Sendable, Hashable {
    private let value: any ContextAttachment
    /// The wrapped attachment's cache key, read once.
    package let cacheKey: String

    /// Wraps an attachment.
    package init(_ value: some ContextAttachment) {
        self.value = value
        cacheKey = value.cacheKey
    }

    /// The attachment, if it has the requested type.
    package func `as`<Attachment: ContextAttachment>(_ type: Attachment.Type) -> Attachment? { value as? Attachment }

    /// Whether both have the same cache key, which means that they are equal.
    package static func == (left: AnyContextAttachment, right: AnyContextAttachment) -> Bool {
        left.cacheKey.hasSameBytes(as: right.cacheKey)
    }

    /// Hashes the cache key.
    package func hash(into hasher: inout Hasher) { hasher.combine(cacheKey) }
}
