// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Header fields with case-insensitive names, each with one value.
public struct HTTPHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    private struct Field: Sendable, Hashable {
        var name: String
        var value: String

        static func == (left: Field, right: Field) -> Bool { left.value == right.value }
        func hash(into hasher: inout Hasher) { hasher.combine(value) }
    }

    /// The fields by lowercase name.
    private var fields: [String: Field] = [:]

    /// Creates fields from pairs, of which the last one with a name counts.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { self[name] = value }
    }

    /// Creates fields from a dictionary.
    ///
    /// If two names differ only in case, it's undefined which value remains.
    public init(_ fields: [String: String]) {
        for (name, value) in fields { self[name] = value }
    }

    /// Accesses the value of a field, which is `nil` if the field is absent.
    ///
    /// Set it to `nil` to remove the field.
    public subscript(name: String) -> String? {
        get { fields[name.lowercased()]?.value }
        set { fields[name.lowercased()] = newValue.map { Field(name: name, value: $0) } }
    }

    /// The names in ascending order, in their original case.
    public var names: [String] { fields.values.map(\.name).sorted() }
}

extension HTTPHeaders {
    /// Returns a Boolean value that indicates whether a value can be sent.
    ///
    /// A value must not be empty, exceed 4,096 bytes, or contain control characters other than tabs.
    public static func canSend(_ value: String) -> Bool {
        !value.isEmpty && value.utf8.count <= 4096 && !value.utf8.contains(where: isControl)
    }

    /// Returns a Boolean value that indicates whether a string is a token (RFC 9110, section 5.6.2).
    ///
    /// The names of header fields and methods are tokens.
    public static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }

    static func isControl(_ byte: UInt8) -> Bool { (byte < 0x20 && byte != 0x09) || byte == 0x7F }
}

extension HTTPHeaders: CustomStringConvertible, CustomReflectable {
    /// The names only, because values might be keys.
    public var description: String { "[\(names.joined(separator: ", "))]" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
