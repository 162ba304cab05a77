// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// Converts values to Swift literals.
enum SwiftLiteral {
    /// Returns a string with quotation marks and escaped invisible characters.
    static func string(_ text: String) -> String { "\"\(escaped(text))\"" }

    /// Returns the characters of a string for use between quotation marks.
    ///
    /// Escapes control characters, direction marks, and invisible characters, so that a string can't look like another one or like
    /// code.
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
            // The scalar would combine with the quotation mark, or with the brace of an escape.
            case _ where scalar.properties.isGraphemeExtend && (result.isEmpty || result.last == "}"):
                result += code(scalar)
            default: result.unicodeScalars.append(scalar)
            }
        }
        // Swift has the same escapes.
        return result.printable
    }

    /// Returns a string for a comment.
    ///
    /// Escapes invisible characters, so that they can't end the comment or hide a part of it.
    static func comment(_ text: some StringProtocol) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            if isInvisible(scalar) { result += code(scalar) } else { result.unicodeScalars.append(scalar) }
        }.printable
    }

    private static func code(_ scalar: Unicode.Scalar) -> String {
        "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }

    /// Returns whether a character is invisible.
    ///
    /// Doesn't use the tables of unassigned characters, which differ between systems.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
        if scalar.properties.isDefaultIgnorableCodePoint { return true }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse: true
        default: false
        }
    }

    /// Returns a value as a `FlagValue` literal, on several lines if an array or object does not fit into the width.
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

    /// Returns a number as the core reads it: an integer if it is written as one and fits in 64 bits.
    private static func number(_ digits: String) -> String {
        if let integer = Int64(digits) { return String(integer) }
        guard let value = Double(digits) else { return digits }
        return value.isSubnormal ? ".double(\(double(value)))" : double(value)
    }

    /// Returns an expression for the exact number.
    static func double(_ value: Double) -> String {
        // For a subnormal literal, the compiler warns about an underflow.
        value.isSubnormal ? "Double(bitPattern: 0x\(String(value.bitPattern, radix: 16)))" : value.description
    }
}
