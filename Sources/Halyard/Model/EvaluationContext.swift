// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The context that flags are evaluated for, such as a user, their organization, and the device.
///
/// A context has one or more parts, each with a key and attributes. It's an immutable value. Methods whose names
/// suggest a change return a changed copy:
/// ```swift
/// let context = EvaluationContext.user("c3b155b0", ["plan": "gold", "email": "a@example.com"])
///     .keepingPrivate("email")
///     .adding(.init(.organization, key: "acme", attributes: ["size": 120]))
/// ```
/// Two contexts are equal if all parts, private names, and the attachments are equal. Then ``cacheKey`` is also equal.
public struct EvaluationContext: Sendable, Hashable {
    /// One entity of a context.
    public struct Part: Sendable, Hashable {
        /// The kind of entity.
        public var kind: ContextKind
        /// The identifier of the entity (OpenFeature's targeting key), or `nil` if the app has none.
        public var key: String?
        /// Attributes that targeting rules can use.
        ///
        /// Use ``FlagValue/date(_:)`` for a date.
        public var attributes: [String: FlagValue]
        /// The names of attributes that targeting can use, but that must not be written into events.
        public var privateAttributes: Set<String>
        /// A Boolean value that indicates whether the key doesn't identify a particular person.
        public var isAnonymous: Bool

        /// Creates a part.
        ///
        /// A part without a key is anonymous, even if `isAnonymous` is false.
        public init(
            _ kind: ContextKind = .user, key: String?, attributes: [String: FlagValue] = [:],
            privateAttributes: Set<String> = [], isAnonymous: Bool = false
        ) {
            self.kind = kind
            self.key = key
            self.attributes = attributes
            self.privateAttributes = privateAttributes
            self.isAnonymous = isAnonymous || key == nil
        }
    }

    private var partsByKind: [ContextKind: Part]
    /// A vendor's own identity (``ContextAttachment``).
    package internal(set) var attachment: AnyContextAttachment?

    /// Creates a context from parts.
    ///
    /// If several parts have the same kind, the last one wins. Without parts, the context is ``anonymous``.
    public init(_ parts: [Part]) {
        partsByKind = [:]
        for part in parts { partsByKind[part.kind] = part }
        if partsByKind.isEmpty { partsByKind[.user] = Part(key: nil) }
    }

    /// Creates a context from one part.
    public init(
        _ kind: ContextKind = .user, key: String?, attributes: [String: FlagValue] = [:],
        privateAttributes: Set<String> = [], isAnonymous: Bool = false
    ) {
        self.init([
            Part(
                kind, key: key, attributes: attributes, privateAttributes: privateAttributes, isAnonymous: isAnonymous)
        ])
    }

    /// Returns a context for a user with a key and attributes.
    public static func user(_ key: String, _ attributes: [String: FlagValue] = [:]) -> EvaluationContext {
        EvaluationContext(key: key, attributes: attributes)
    }

    /// A user without a key and attributes.
    public static let anonymous = EvaluationContext(key: nil)
}

// MARK: - Reading

extension EvaluationContext {
    /// The parts, at least one, in the order of their kinds.
    public var parts: [Part] { partsByKind.values.sorted(by: \.kind.rawValue) }

    /// The kinds, at least one, in ascending order.
    public var kinds: [ContextKind] { partsByKind.keys.sorted(by: \.rawValue) }

    /// A Boolean value that indicates whether the context has more than one part.
    public var isMultiKind: Bool { partsByKind.count > 1 }

    /// Returns true if the other context has parts of the same kinds.
    func hasSameKinds(as other: EvaluationContext) -> Bool {
        partsByKind.count == other.partsByKind.count && partsByKind.keys.allSatisfy { other.partsByKind[$0] != nil }
    }

    /// A context with parts of the same kinds, but without keys and attributes.
    package var kindsOnly: EvaluationContext { EvaluationContext(parts.map { Part($0.kind, key: nil) }) }

    /// Accesses the part of a kind, or `nil` if the context has none.
    public subscript(kind kind: ContextKind) -> Part? { partsByKind[kind] }

    /// The part that represents the whole context: the user, or otherwise the first kind in ascending order.
    public var primary: Part { partsByKind[.user] ?? parts[0] }

    /// The key of the primary part: OpenFeature's targeting key, Unleash's `userId`.
    public var key: String? { primary.key }

    /// Accesses an attribute of the primary part.
    public subscript(attribute: String) -> FlagValue? { primary.attributes[attribute] }

    /// A Boolean value that indicates whether every part is anonymous.
    public var isAnonymous: Bool { partsByKind.values.allSatisfy(\.isAnonymous) }

    /// Returns true if the other context has the same kinds and keys.
    ///
    /// Attributes don't matter. Keys are the same if their UTF-8 is the same. `é` as one character and `é` as two are
    /// different keys, as they are for vendors.
    public func hasSameIdentity(as other: EvaluationContext) -> Bool {
        partsByKind.count == other.partsByKind.count
            && partsByKind.allSatisfy { kind, part in other.partsByKind[kind]?.hasSameKey(as: part) == true }
    }
}

extension EvaluationContext.Part {
    /// Returns true if both parts have the same content, comparing strings by their UTF-8.
    public static func == (left: EvaluationContext.Part, right: EvaluationContext.Part) -> Bool {
        left.kind == right.kind && left.hasSameKey(as: right) && left.attributes == right.attributes
            && left.privateAttributes == right.privateAttributes && left.isAnonymous == right.isAnonymous
    }

    fileprivate func hasSameKey(as other: EvaluationContext.Part) -> Bool {
        guard let key, let other = other.key else { return key == other.key }
        return key.hasSameBytes(as: other)
    }
}

// MARK: - Building

extension EvaluationContext {
    /// Returns a copy with one more attribute of the primary part, or of the part of a kind.
    ///
    /// A null value removes the attribute. The copy has no attachment, because an attachment wouldn't contain the change.
    public func setting(_ attribute: String, to value: FlagValue, of kind: ContextKind? = nil) -> EvaluationContext {
        changing(kind) { $0.attributes[attribute] = value.isNull ? nil : value }
    }

    /// Returns a copy that keeps attributes of the primary part, or of the part of a kind, out of events.
    ///
    /// The copy has no attachment, because an attachment wouldn't contain the change.
    public func keepingPrivate(_ attributes: String..., of kind: ContextKind? = nil) -> EvaluationContext {
        changing(kind) { $0.privateAttributes.formUnion(attributes) }
    }

    /// Returns a copy with one more part, which replaces a part of the same kind.
    ///
    /// It also replaces an anonymous user without attributes. The copy has no attachment, because an attachment wouldn't contain
    /// the part.
    public func adding(_ part: Part) -> EvaluationContext {
        var context = detaching()
        if self == .anonymous { context.partsByKind = [:] }
        context.partsByKind[part.kind] = part
        return context
    }

    /// Returns a copy with a vendor's own identity attached, replacing an earlier one.
    public func attaching(_ attachment: some ContextAttachment) -> EvaluationContext {
        var context = self
        context.attachment = AnyContextAttachment(attachment)
        return context
    }

    /// Returns the attached vendor identity, or `nil` if it doesn't have the requested type.
    public func attachment<Attachment: ContextAttachment>(as type: Attachment.Type) -> Attachment? {
        attachment?.as(type)
    }

    /// Returns a copy without an attachment.
    public func detaching() -> EvaluationContext {
        var context = self
        context.attachment = nil
        return context
    }

    private func changing(_ kind: ContextKind?, _ change: (inout Part) -> Void) -> EvaluationContext {
        var context = detaching()
        let kind = kind ?? primary.kind
        var part = partsByKind[kind] ?? Part(kind, key: nil)
        change(&part)
        context.partsByKind[kind] = part
        return context
    }
}
