// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

extension ManifestReader {
    /// Reads the next value with its location, and reports duplicate property names.
    mutating func node(_ scanner: inout JSONScanner, _ path: [String]) throws(JSONScanner.Fault) -> JSONNode {
        // At the end of the text, the scanner's `value` throws.
        let first = scanner.next ?? 0
        let start = scanner.offset
        let content: JSONNode.Content =
            switch first {
            case UInt8(ascii: "{"): .object(try members(&scanner, path))
            case UInt8(ascii: "["): .array(try elements(&scanner, path))
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): .number(try scanner.digits())
            default:
                switch try scanner.value() {
                case .bool(let value): .bool(value)
                case .string(let text): .string(text)
                default: .null
                }
            }
        return JSONNode(content, range: start..<scanner.offset)
    }

    private mutating func members(
        _ scanner: inout JSONScanner, _ path: [String]
    ) throws(JSONScanner.Fault) -> [JSONNode.Member] {
        var members: [JSONNode.Member] = []
        var firsts: [String: Int] = [:]
        try scanner.forEachMember { (scanner, name, offset) throws(JSONScanner.Fault) in
            if let first = firsts[name] {
                report(
                    .duplicateName, offset, path + [name],
                    "Duplicate property \(SwiftLiteral.string(name)), first on line \(position(first).line).",
                    "Remove one of them.")
            } else {
                firsts[name] = offset
            }
            let value = try node(&scanner, path + [name])
            members.append(JSONNode.Member(name: name, value: value, offset: offset))
        }
        return members
    }

    private mutating func elements(
        _ scanner: inout JSONScanner, _ path: [String]
    ) throws(JSONScanner.Fault) -> [JSONNode] {
        var elements: [JSONNode] = []
        try scanner.forEachElement { (scanner, index) throws(JSONScanner.Fault) in
            elements.append(try node(&scanner, path + [String(index)]))
        }
        return elements
    }
}
