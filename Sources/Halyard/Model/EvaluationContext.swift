// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What flags are evaluated for: one or several parts (a user, their organization, the device), each with a key and
/// attributes.
///
/// A context is an immutable value; methods whose names suggest a change return a changed copy:
/// ```swift
/// let context = EvaluationContext.user("c3b155b0", ["plan": "gold", "email": "a@example.com"])
///     .keepingPrivate("email")
///     .adding(.init(.organization, key: "acme", attributes: ["size": 120]))
/// ```
/// Two contexts are equal when all parts, private names and the attachment are; then ``cacheKey`` is equal too.
public struct EvaluationContext: Sendable, Hashable {
    /// One entity of a context.
    public struct Part: Sendable, Hashable {
        /// What the entity is.
        public var kind: ContextKind
        /// What identifies it (OpenFeature's targeting key); nil when the app has no identifier for it.
        public var key: String?
        /// Facts that targeting rules may use.
        ///
        /// A date is written as ``FlagValue/date(_:)``.
        public var attributes: [String: FlagValue]
        /// Names of attributes that targeting may use, but that must not be written into events.
        public var privateAttributes: Set<String>
        /// Whether the key does not identify a particular person.
        public var isAnonymous: Bool

        /// Makes a part.
        ///
        /// Without a key it is anonymous, whatever the argument.
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
    /// A vendor's own identity, carried without loss; see ``ContextAttachment``.
    package private(set) var attachment: AnyContextAttachment?

    /// Makes a context from parts; of several parts of one kind, the last wins.
    ///
    /// Without parts it is ``anonymous``.
    public init(_ parts: [Part]) {
        partsByKind = [:]
        for part in parts { partsByKind[part.kind] = part }
        if partsByKind.isEmpty { partsByKind[.user] = Part(key: nil) }
    }

    /// Makes a context from one part.
    public init(
        _ kind: ContextKind = .user, key: String?, attributes: [String: FlagValue] = [:],
        privateAttributes: Set<String> = [], isAnonymous: Bool = false
    ) {
        self.init([
            Part(
                kind, key: key, attributes: attributes, privateAttributes: privateAttributes, isAnonymous: isAnonymous)
        ])
    }

    /// A user with a key and attributes.
    public static func user(_ key: String, _ attributes: [String: FlagValue] = [:]) -> EvaluationContext {
        EvaluationContext(key: key, attributes: attributes)
    }

    /// A user of whom nothing is known, not even a key.
    public static let anonymous = EvaluationContext(key: nil)
}

// MARK: - Reading

extension EvaluationContext {
    /// The parts in the order of their kinds; never empty.
    public var parts: [Part] { partsByKind.values.sorted(by: \.kind.rawValue) }

    /// The kinds in ascending order; never empty.
    public var kinds: [ContextKind] { partsByKind.keys.sorted(by: \.rawValue) }

    /// Whether the context has more than one part.
    public var isMultiKind: Bool { partsByKind.count > 1 }

    /// Whether the other context has parts of the same kinds.
    func hasSameKinds(as other: EvaluationContext) -> Bool {
        partsByKind.count == other.partsByKind.count && partsByKind.keys.allSatisfy { other.partsByKind[$0] != nil }
    }

    /// A context of the same kinds that is about no one in particular.
    var kindsOnly: EvaluationContext { EvaluationContext(parts.map { Part($0.kind, key: nil) }) }

    /// The part of a kind; nil when the context has none.
    public subscript(kind kind: ContextKind) -> Part? { partsByKind[kind] }

    /// The part that represents the whole: the user, or else the first kind in ascending order.
    public var primary: Part { partsByKind[.user] ?? parts[0] }

    /// The key of the primary part: OpenFeature's targeting key, Unleash's `userId`.
    public var key: String? { primary.key }

    /// An attribute of the primary part.
    public subscript(attribute: String) -> FlagValue? { primary.attributes[attribute] }

    /// Whether every part is anonymous.
    public var isAnonymous: Bool { partsByKind.values.allSatisfy(\.isAnonymous) }

    /// Whether the other context is about the same entities (kinds and keys), whatever their attributes.
    ///
    /// Keys are the same when their UTF-8 is: `é` as one character and as two are two keys, to vendors as well.
    public func hasSameIdentity(as other: EvaluationContext) -> Bool {
        partsByKind.count == other.partsByKind.count
            && partsByKind.allSatisfy { kind, part in other.partsByKind[kind]?.hasSameKey(as: part) == true }
    }
}

extension EvaluationContext.Part {
    /// Whether both have the same content; texts are the same when their UTF-8 is.
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
    /// The context with one more attribute of the primary part, or of the part of a kind; null removes it.
    public func setting(_ attribute: String, to value: FlagValue, of kind: ContextKind? = nil) -> EvaluationContext {
        changing(kind) { $0.attributes[attribute] = value.isNull ? nil : value }
    }

    /// The context with attributes of the primary part, or of the part of a kind, kept out of events.
    public func keepingPrivate(_ attributes: String..., of kind: ContextKind? = nil) -> EvaluationContext {
        changing(kind) { $0.privateAttributes.formUnion(attributes) }
    }

    /// The context with one more part; it replaces a part of the same kind, and an anonymous user without attributes.
    public func adding(_ part: Part) -> EvaluationContext {
        var context = self
        if self == .anonymous { context.partsByKind = [:] }
        context.partsByKind[part.kind] = part
        return context
    }

    /// The context with a vendor's own identity attached, replacing an earlier one.
    public func attaching(_ attachment: some ContextAttachment) -> EvaluationContext {
        var context = self
        context.attachment = AnyContextAttachment(attachment)
        return context
    }

    /// Returns the vendor's own identity that is attached, if it has the requested type.
    public func attachment<Attachment: ContextAttachment>(as type: Attachment.Type) -> Attachment? {
        attachment?.as(type)
    }

    /// The context without an attachment.
    public func detaching() -> EvaluationContext {
        var context = self
        context.attachment = nil
        return context
    }

    private func changing(_ kind: ContextKind?, _ change: (inout Part) -> Void) -> EvaluationContext {
        var context = self
        let kind = kind ?? primary.kind
        var part = partsByKind[kind] ?? Part(kind, key: nil)
        change(&part)
        context.partsByKind[kind] = part
        return context
    }
}
