// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardTransport

/// An evaluation context as in LaunchDarkly's clients since version 8.
///
/// It describes a user, an organization, a device, or several of these. To create one, use a
/// ``LaunchDarklyContextBuilder``, or a ``LaunchDarklyMultiContextBuilder`` for several kinds:
/// ```swift
/// var builder = LaunchDarklyContextBuilder(key: "c3b155b0")
/// builder.trySetValue("plan", "gold")
/// let context = try builder.build().get()
/// ```
/// LaunchDarkly's client API carries it inside a vendor-neutral context, see ``context``. It is an immutable value that can
/// cross threads. Two contexts are equal if their parts are equal, regardless of the order of the parts.
public struct LaunchDarklyContext: Sendable, Hashable {
    /// The part of a context for one kind.
    public struct Part: Sendable, Hashable {
        /// The kind of the part, which is never private.
        public let kind: ContextKind
        /// The identifier within its kind, which is never private.
        public let key: String
        /// A Boolean value that indicates whether the key doesn't identify anyone in particular, which is never private.
        public let isAnonymous: Bool
        /// The name for display.
        public let name: String?
        /// All other attributes by name, whose values are never null.
        public let attributes: [String: FlagValue]
        /// References to data that no event may contain, in addition to the configuration's private attributes.
        public let privateAttributes: Set<LaunchDarklyReference>

        init(
            kind: ContextKind, key: String, isAnonymous: Bool, name: String?, attributes: [String: FlagValue],
            privateAttributes: Set<LaunchDarklyReference>
        ) {
            self.kind = kind
            self.key = key
            self.isAnonymous = isAnonymous
            self.name = name
            self.attributes = attributes
            self.privateAttributes = privateAttributes
        }
    }

    private let partsByKind: [ContextKind: Part]

    /// Creates a context from at least one part, all of different kinds.
    init(_ parts: [Part]) {
        partsByKind = Dictionary(parts.map { ($0.kind, $0) }, uniquingKeysWith: { $1 })
    }
}

// MARK: - Reading

extension LaunchDarklyContext {
    /// The parts in the order of their kinds, with at least one element.
    public var parts: [Part] { partsByKind.values.sorted(by: \.kind.rawValue) }

    /// Accesses the part of a kind, or `nil` if there is none.
    public subscript(kind kind: ContextKind) -> Part? { partsByKind[kind] }

    /// Returns a Boolean value that indicates whether there is more than one kind.
    public func isMulti() -> Bool { partsByKind.count > 1 }

    /// Returns the keys by kind.
    public func contextKeys() -> [String: String] {
        Dictionary(uniqueKeysWithValues: partsByKind.values.map { ($0.kind.rawValue, $0.key) })
    }

    /// Returns the identifier of the whole context.
    ///
    /// For a user, this is the key. For other contexts, it contains the kinds and keys, which are escaped like the host of a
    /// URL (RFC 3986, section 3.2.2).
    public func fullyQualifiedKey() -> String {
        if let user = partsByKind[.user], partsByKind.count == 1 { return user.key }
        return parts.map { "\($0.kind.rawValue):\(ServiceURL.escaped($0.key, keeping: "!$&'()*+,;="))" }
            .joined(separator: ":")
    }

    /// Returns the target of a reference in a context of one kind, or `nil` if there is none.
    ///
    /// For a context of several kinds, it always returns `nil`, except for `kind`.
    public func getValue(_ reference: LaunchDarklyReference) -> FlagValue? {
        guard !isMulti(), let part = parts.first else { return reference.path == ["kind"] ? "multi" : nil }
        return part.value(at: reference)
    }
}

extension LaunchDarklyContext.Part {
    /// Returns the target of a reference, or `nil` if there is none.
    public func value(at reference: LaunchDarklyReference) -> FlagValue? {
        guard let first = reference.path.first else { return nil }
        let value: FlagValue? =
            switch first {
            case "kind": .string(kind.rawValue)
            case "key": .string(key)
            case "anonymous": .bool(isAnonymous)
            case "name": name.map(FlagValue.string)
            default: attributes[first]
            }
        return reference.path.dropFirst().reduce(value) { $0?[$1] }
    }

    /// The properties that can be private: the name and all attributes.
    var optional: [String: FlagValue] {
        guard let name else { return attributes }
        return attributes.merging(["name": .string(name)]) { $1 }
    }
}

extension LaunchDarklyContext: CustomStringConvertible {
    /// The kinds and keys only, so that logs don't reveal attributes.
    public var description: String {
        parts.map { "\($0.kind.rawValue):\($0.key)" }.joined(separator: ", ")
    }
}

// MARK: - Rules

extension ContextKind {
    /// A Boolean value that indicates whether LaunchDarkly accepts the kind for a part of a context.
    package var isValidForLaunchDarkly: Bool {
        !rawValue.isEmpty && rawValue != "kind" && rawValue != "multi"
            && rawValue.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}

extension LaunchDarklyContext {
    /// The property names that aren't attributes.
    static let reservedNames: Set<String> = ["kind", "key", "anonymous", "_meta"]
}
