// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardTransport

/// Who or what flags are evaluated for, as in LaunchDarkly's clients from version 8 on: a user, an organization, a
/// device, or several of these at once.
///
/// Made by a ``LaunchDarklyContextBuilder``, or a ``LaunchDarklyMultiContextBuilder`` for several kinds:
/// ```swift
/// var builder = LaunchDarklyContextBuilder(key: "c3b155b0")
/// builder.trySetValue("plan", "gold")
/// let context = try builder.build().get()
/// ```
/// LaunchDarkly's client API carries it inside a neutral context, see ``context``. An immutable value; it may cross
/// threads. Two contexts are equal when their parts are, whatever the order of the parts.
public struct LaunchDarklyContext: Sendable, Hashable {
    /// The part of a context for one kind.
    public struct Part: Sendable, Hashable {
        /// The kind of thing that it describes; never private.
        public let kind: ContextKind
        /// Identifies it among those of its kind; never private.
        public let key: String
        /// Whether the key does not identify anyone in particular; never private.
        public let isAnonymous: Bool
        /// The name for display.
        public let name: String?
        /// Everything else, by name; never null.
        public let attributes: [String: FlagValue]
        /// What no event may contain, in addition to the configuration's private attributes.
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

    /// Takes parts of different kinds, at least one.
    init(_ parts: [Part]) {
        partsByKind = Dictionary(parts.map { ($0.kind, $0) }, uniquingKeysWith: { $1 })
    }
}

// MARK: - Reading

extension LaunchDarklyContext {
    /// The parts, in the order of their kinds; never empty.
    public var parts: [Part] { partsByKind.values.sorted(by: \.kind.rawValue) }

    /// The part of a kind; nil when there is none.
    public subscript(kind kind: ContextKind) -> Part? { partsByKind[kind] }

    /// Whether there is more than one kind.
    public func isMulti() -> Bool { partsByKind.count > 1 }

    /// The keys by kind.
    public func contextKeys() -> [String: String] {
        Dictionary(uniqueKeysWithValues: partsByKind.values.map { ($0.kind.rawValue, $0.key) })
    }

    /// Identifies the context as a whole: the key of a user, and for anything else the kinds and keys, which are
    /// escaped as the host of a URL (RFC 3986, section 3.2.2).
    public func fullyQualifiedKey() -> String {
        if let user = partsByKind[.user], partsByKind.count == 1 { return user.key }
        return parts.map { "\($0.kind.rawValue):\(ServiceURL.escaped($0.key, keeping: "!$&'()*+,;="))" }
            .joined(separator: ":")
    }

    /// The value that a reference leads to in a context of one kind; nil when there is none, and when there are several
    /// kinds, except for `kind`.
    public func getValue(_ reference: LaunchDarklyReference) -> FlagValue? {
        guard !isMulti(), let part = parts.first else { return reference.path == ["kind"] ? "multi" : nil }
        return part.value(at: reference)
    }
}

extension LaunchDarklyContext.Part {
    /// The value that a reference leads to; nil when there is none.
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

    /// What is sent unless it is private: the name and all attributes.
    var optional: [String: FlagValue] {
        guard let name else { return attributes }
        return attributes.merging(["name": .string(name)]) { $1 }
    }
}

extension LaunchDarklyContext: CustomStringConvertible {
    /// Kinds and keys only, so that a log does not reveal attributes.
    public var description: String {
        parts.map { "\($0.kind.rawValue):\($0.key)" }.joined(separator: ", ")
    }
}

// MARK: - Rules

extension ContextKind {
    /// Whether LaunchDarkly accepts the kind for a part of a context.
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
    /// The names that are not attributes.
    static let reservedNames: Set<String> = ["kind", "key", "anonymous", "_meta"]
}
