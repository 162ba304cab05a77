// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// Writes values as literals of Swift.
enum SwiftLiteral {
    /// A string with quotation marks; what cannot be seen is escaped.
    static func string(_ text: String) -> String { "\"\(escaped(text))\"" }

    /// The characters of a string between quotation marks.
    ///
    /// Controls, marks of direction and invisible characters are escaped, so that no text looks like another, or like code.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where isInvisible(scalar): result += code(scalar)
            // It would join the quotation mark, or the brace of an escape.
            case _ where scalar.properties.isGraphemeExtend && (result.isEmpty || result.last == "}"):
                result += code(scalar)
            default: result.unicodeScalars.append(scalar)
            }
        }
        // Swift has the same escapes.
        return result.printable
    }

    /// A text in a comment: invisible characters are escaped, so that none ends the comment or hides a part of it.
    static func comment(_ text: some StringProtocol) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            if isInvisible(scalar) { result += code(scalar) } else { result.unicodeScalars.append(scalar) }
        }.printable
    }

    private static func code(_ scalar: Unicode.Scalar) -> String {
        "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }

    /// Decided without the tables of unassigned characters, which differ from one system to the next.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
        if scalar.properties.isDefaultIgnorableCodePoint { return true }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse: true
        default: false
        }
    }

    /// Any value as a literal of `FlagValue`, over several lines where it is an array or object that does not fit into the width.
    static func value(_ node: JSONNode, indentation: Int, width: Int) -> String {
        switch node.content {
        case .null: return ".null"
        case .bool(let value): return value ? "true" : "false"
        case .number(let digits): return number(digits)
        case .string(let text): return string(text)
        case .array(let elements):
            let parts = elements.map { ("", $0) }
            return list(parts, empty: "[]", indentation: indentation, width: width)
        case .object(let members):
            let parts = members.map { ("\(string($0.name)): ", $0.value) }
            return list(parts, empty: "[:]", indentation: indentation, width: width)
        }
    }

    private static func list(_ parts: [(String, JSONNode)], empty: String, indentation: Int, width: Int) -> String {
        if parts.isEmpty { return empty }
        let flat = parts.map { $0 + value($1, indentation: 0, width: .max) }.joined(separator: ", ")
        if flat.count + 2 <= width { return "[\(flat)]" }
        let inner = indentation + 4
        let lines = parts.map { name, node in
            String(repeating: " ", count: inner) + name
                + value(node, indentation: inner, width: 110 - inner - name.count)
                + ",\n"
        }
        return "[\n" + lines.joined() + String(repeating: " ", count: indentation) + "]"
    }

    /// A number as the core reads it: an integer where it is written as one and 64 bits can hold it.
    private static func number(_ digits: String) -> String {
        if let integer = Int64(digits) { return String(integer) }
        guard let value = Double(digits) else { return digits }
        return value.isSubnormal ? ".double(\(double(value)))" : double(value)
    }

    /// A number as an expression that gives exactly it.
    static func double(_ value: Double) -> String {
        // The compiler warns that such a literal underflows.
        value.isSubnormal ? "Double(bitPattern: 0x\(String(value.bitPattern, radix: 16)))" : value.description
    }
}
