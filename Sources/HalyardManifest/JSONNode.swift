// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// A JSON value with its location in the text.
///
/// Members keep their order and numbers keep their digits, so that you can write a manifest back unchanged. A `FlagValue` doesn't
/// preserve them, and doesn't have a location.
package struct JSONNode: Sendable, Hashable {
    /// The kind of value, with its parts.
    package enum Content: Sendable, Hashable {
        /// The value null.
        case null
        /// A Boolean value.
        case bool(Bool)
        /// A number with its original digits.
        case number(String)
        /// A string without escapes.
        case string(String)
        /// The elements in order.
        case array([JSONNode])
        /// The members in order.
        case object([Member])
    }

    /// A name and its value.
    package struct Member: Sendable, Hashable {
        package var name: String
        package var value: JSONNode
        /// The offset of the name, in bytes from the start of the text.
        package var offset: Int

        package init(_ name: String, _ content: Content) {
            self.init(name: name, value: JSONNode(content), offset: 0)
        }

        init(name: String, value: JSONNode, offset: Int) {
            self.name = name
            self.value = value
            self.offset = offset
        }
    }

    package var content: Content
    /// The byte range of the value in the text, or an empty range for a value that isn't part of a text.
    package var range: Range<Int>

    /// Creates a value that isn't part of a text.
    package init(_ content: Content) {
        self.init(content, range: 0..<0)
    }

    init(_ content: Content, range: Range<Int>) {
        self.content = content
        self.range = range
    }

    /// The members of an object, or an empty array for another value.
    var members: [Member] {
        if case .object(let members) = content { members } else { [] }
    }

    /// The member of an object, or `nil` if this isn't an object or doesn't have the member.
    func member(_ name: String) -> Member? { members.first { $0.name == name } }

    /// The characters of a string, or `nil` for another value.
    var string: String? {
        if case .string(let text) = content { text } else { nil }
    }
}

extension JSONNode {
    /// The number as a 64-bit integer, or `nil` for another value, a fraction, or a number out of range.
    var integer: Int64? {
        guard case .number(let digits) = content else { return nil }
        // According to JSON Schema, 1.0 and 1e3 are also integers.
        return Int64(digits) ?? Double(digits).flatMap(Int64.init(exactly:))
    }

    /// The number as a `Double`, or `nil` for another value or a number out of range.
    var double: Double? {
        guard case .number(let digits) = content, let value = Double(digits), value.isFinite else { return nil }
        return value
    }

    /// The value in a message: short scalars unchanged, other values as a noun.
    var summary: String {
        switch content {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let digits): digits.utf8.count <= 40 ? digits : "a number of \(digits.utf8.count) characters"
        case .string(let text):
            text.unicodeScalars.count <= 40
                ? SwiftLiteral.string(text) : "a string of \(text.unicodeScalars.count) characters"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension JSONNode {
    /// The value as JSON on one line, with spaces: `{ "a": [1, 2] }`.
    var json: String {
        switch content {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let digits): digits
        case .string(let text): JSONWriter.text(.string(text)).printableJSON
        case .array(let elements): "[" + elements.map(\.json).joined(separator: ", ") + "]"
        case .object([]): "{}"
        case .object(let members): "{ " + members.map(\.json).joined(separator: ", ") + " }"
        }
    }
}

extension JSONNode.Member {
    /// The name and the value as JSON.
    var json: String { "\(JSONWriter.text(.string(name)).printableJSON): \(value.json)" }
}
