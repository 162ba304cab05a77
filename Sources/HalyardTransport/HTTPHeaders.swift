// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Header fields: names that are compared without regard to case, each with one value.
public struct HTTPHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    private struct Field: Sendable, Hashable {
        var name: String
        var value: String

        static func == (left: Field, right: Field) -> Bool { left.value == right.value }
        func hash(into hasher: inout Hasher) { hasher.combine(value) }
    }

    /// By name in lower case.
    private var fields: [String: Field] = [:]

    /// Makes fields of pairs; of several with one name the last stays.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { self[name] = value }
    }

    /// The value of a field; nil when it is absent, and to take it out.
    public subscript(name: String) -> String? {
        get { fields[name.lowercased()]?.value }
        set { fields[name.lowercased()] = newValue.map { Field(name: name, value: $0) } }
    }

    /// The names as they were written, in ascending order.
    public var names: [String] { fields.values.map(\.name).sorted() }
}

extension HTTPHeaders {
    /// Whether a value can be sent: not empty, no longer than servers take, and without what no field may hold.
    public static func canSend(_ value: String) -> Bool {
        !value.isEmpty && value.utf8.count <= 4096 && !value.utf8.contains(where: isControl)
    }

    /// Whether a text can be the name of a field, or a method: a token (RFC 9110, section 5.6.2).
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
    /// The names alone: values may be keys.
    public var description: String { "[\(names.joined(separator: ", "))]" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
