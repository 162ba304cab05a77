// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Reads one JSON text (RFC 8259) into nodes.
///
/// Broken grammar ends the reading. Everything else that is wrong is collected: duplicate names, strings that are no UTF-8.
struct JSONParser {
    /// How deep arrays and objects may be nested, as in the core: far more than a flag needs, far less than the stack can hold.
    private static let maximumDepth = 128

    let bytes: [UInt8]
    var offset = 0
    /// The faults that do not end the reading, in the order of the text.
    var faults: [JSONFault] = []
    private var path: [String] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The whole text as one value; nil when its grammar is broken, which is the last of the faults.
    static func parse(_ bytes: [UInt8]) -> (root: JSONNode?, faults: [JSONFault]) {
        var parser = JSONParser(bytes)
        do throws(JSONFault) {
            return (try parser.document(), parser.faults)
        } catch {
            return (nil, parser.faults + [error])
        }
    }

    private mutating func document() throws(JSONFault) -> JSONNode {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            throw fault(.encoding, "The text is UTF-16.", "Save the file as UTF-8.")
        }
        let root = try value()
        skipSpace()
        guard offset == bytes.count else { throw expected("the end after the value") }
        return root
    }

    private mutating func value() throws(JSONFault) -> JSONNode {
        skipSpace()
        guard offset < bytes.count else { throw expected("a value") }
        let start = offset
        let content: JSONNode.Content =
            switch bytes[offset] {
            case UInt8(ascii: "\""): .string(try string())
            case UInt8(ascii: "{"): .object(try members())
            case UInt8(ascii: "["): .array(try elements())
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): .number(try number())
            default: try word()
            }
        return JSONNode(content, range: start..<offset)
    }

    private mutating func members() throws(JSONFault) -> [JSONNode.Member] {
        try enter()
        var members: [JSONNode.Member] = []
        var firsts: [String: Int] = [:]
        skipSpace()
        if take("}") { return members }
        while true {
            skipSpace()
            let start = offset
            guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else {
                throw expected("a member name in double quotes")
            }
            let name = try string()
            path.append(name)
            if let first = firsts[name] {
                let line = TextLines(bytes).position(of: first).line
                report(
                    .duplicateName, "The name \(SwiftLiteral.string(name)) is used twice, first on line \(line).",
                    "Remove one of them.", at: start)
            } else {
                firsts[name] = start
            }
            skipSpace()
            guard take(":") else { throw expected("':' after the member name") }
            members.append(JSONNode.Member(name: name, value: try value(), offset: start))
            path.removeLast()
            skipSpace()
            if take(",") { continue }
            if take("}") { return members }
            throw expected("',' or '}'")
        }
    }

    private mutating func elements() throws(JSONFault) -> [JSONNode] {
        try enter()
        var elements: [JSONNode] = []
        skipSpace()
        if take("]") { return elements }
        while true {
            path.append(String(elements.count))
            elements.append(try value())
            path.removeLast()
            skipSpace()
            if take(",") { continue }
            if take("]") { return elements }
            throw expected("',' or ']'")
        }
    }

    private mutating func enter() throws(JSONFault) {
        guard path.count < Self.maximumDepth else {
            throw fault(.tooDeep, "Nested deeper than \(Self.maximumDepth) levels.", "Nest less deeply.")
        }
        offset += 1
    }

    private mutating func word() throws(JSONFault) -> JSONNode.Content {
        let words: [(String, JSONNode.Content)] = [("true", .bool(true)), ("false", .bool(false)), ("null", .null)]
        let end = bytes[offset...].firstIndex { !Self.isLetter($0) } ?? bytes.count
        guard end > offset else { throw expected("a value") }
        let found = String(decoding: bytes[offset..<min(end, offset + 20)], as: UTF8.self)
        guard let (_, content) = words.first(where: { $0.0 == found }) else {
            let isNumber = ["nan", "inf", "infinity"].contains(found.lowercased())
            throw fault(
                .syntax, "Expected a value, found \(found).",
                isNumber
                    ? "JSON has no such number; write one with digits."
                    : "Write a string in double quotes, and true, false and null in lower case.")
        }
        offset = end
        return content
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    // MARK: Bytes

    private mutating func skipSpace() {
        while offset < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[offset]) { offset += 1 }
    }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    // MARK: Faults

    mutating func report(_ code: ManifestProblem.Code, _ message: String, _ suggestion: String, at offset: Int) {
        faults.append(JSONFault(code: code, message: message, suggestion: suggestion, offset: offset, path: path))
    }

    func fault(_ code: ManifestProblem.Code, _ message: String, _ suggestion: String, at place: Int? = nil) -> JSONFault
    {
        JSONFault(code: code, message: message, suggestion: suggestion, offset: place ?? offset, path: path)
    }

    func expected(_ what: String) -> JSONFault {
        guard offset < bytes.count else {
            return fault(.syntax, "Expected \(what), found the end of the text.", "Complete the text.")
        }
        let byte = bytes[offset]
        let found =
            (0x21...0x7E).contains(byte)
            ? "'\(Character(Unicode.Scalar(byte)))'" : "the byte 0x\(String(byte, radix: 16, uppercase: true))"
        return fault(
            .syntax, "Expected \(what), found \(found).", "JSON has no comments, trailing commas or single quotes.")
    }
}
