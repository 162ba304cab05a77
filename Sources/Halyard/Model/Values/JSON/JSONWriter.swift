// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A writer of flag values as JSON with sorted properties, so that equal values give equal JSON.
///
/// ```swift
/// let text = JSONWriter.text(["sizes": [1, 2.5]])  // {"sizes":[1,2.5]}
/// ```
/// Infinities and NaN are written as null, because JSON can't express them. A negative zero is written as `0.0`,
/// because the two are equal. Writing doesn't perform I/O.
public struct JSONWriter: Sendable {
    /// Returns the value on one line, without spaces.
    public static func text(_ value: FlagValue) -> String {
        String(decoding: bytes(value), as: UTF8.self)
    }

    /// Returns the value on several lines, indented by two spaces for each level.
    public static func prettyText(_ value: FlagValue) -> String {
        var writer = JSONWriter(isPretty: true)
        writer.write(value)
        return String(decoding: writer.output, as: UTF8.self)
    }

    /// Returns the value on one line, as UTF-8.
    public static func bytes(_ value: FlagValue) -> [UInt8] {
        var writer = JSONWriter(isPretty: false)
        writer.write(value)
        return writer.output
    }

    private let isPretty: Bool
    /// The JSON so far, as UTF-8.
    private(set) var output: [UInt8] = []
    private var level = 0

    init(isPretty: Bool = false) {
        self.isPretty = isPretty
    }

    /// Writes an object with properties in the given order.
    ///
    /// `body` writes the value of each property, so that the values of a large object aren't all in memory.
    mutating func object<Value>(
        _ members: [(key: String, value: Value)], _ body: (inout JSONWriter, Value) -> Void
    ) {
        list(members, "{", "}") { writer, member in
            writer.write(member.key)
            writer.append(":")
            if writer.isPretty { writer.append(" ") }
            body(&writer, member.value)
        }
    }

    mutating func write(_ value: FlagValue) {
        switch value {
        case .null: add("null")
        case .bool(let value): add(value ? "true" : "false")
        case .int(let value): add(String(value))
        case .double(let value): add(value.isFinite ? (value == 0 ? "0.0" : value.description) : "null")
        case .string(let value): write(value)
        case .array(let elements):
            list(elements, "[", "]") { $0.write($1) }
        case .object(let members):
            object(members.sorted(by: \.key)) { $0.write($1) }
        }
    }

    private mutating func list<Element>(
        _ elements: [Element], _ open: Unicode.Scalar, _ close: Unicode.Scalar,
        _ body: (inout JSONWriter, Element) -> Void
    ) {
        append(open)
        level += 1
        for (index, element) in elements.enumerated() {
            if index > 0 { append(",") }
            newLine()
            body(&self, element)
        }
        level -= 1
        if !elements.isEmpty { newLine() }
        append(close)
    }

    private mutating func newLine() {
        guard isPretty else { return }
        append("\n")
        output.append(contentsOf: repeatElement(0x20, count: 2 * level))
    }

    /// Writes JSON unchanged.
    mutating func write(_ json: JSONText) { output.append(contentsOf: json.bytes) }

    private mutating func write(_ text: String) {
        append("\"")
        var text = text
        // Sound: the buffer is used only in the closure, and only at its own indices.
        text.withUTF8 { bytes in
            var start = 0
            for (index, byte) in bytes.enumerated() {
                guard let escape = Self.escape(of: byte) else { continue }
                output.append(contentsOf: bytes[start..<index])
                add(escape)
                start = index + 1
            }
            output.append(contentsOf: bytes[start...])
        }
        append("\"")
    }

    /// Returns the escape sequence of a byte in a string, or `nil` if the byte needs none.
    private static func escape(of byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "\""): "\\\""
        case UInt8(ascii: "\\"): "\\\\"
        case 0x0A: "\\n"
        case 0x0D: "\\r"
        case 0x09: "\\t"
        case 0..<0x10: "\\u000" + String(byte, radix: 16)
        case 0x10..<0x20: "\\u00" + String(byte, radix: 16)
        default: nil
        }
    }

    private mutating func append(_ character: Unicode.Scalar) { output.append(UInt8(ascii: character)) }

    private mutating func add(_ text: String) { output.append(contentsOf: text.utf8) }
}
