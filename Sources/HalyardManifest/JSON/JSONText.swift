// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Writes nodes as JSON on one line, with spaces as people write them: `{ "a": [1, 2] }`.
enum JSONText {
    static func of(_ node: JSONNode) -> String {
        switch node.content {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let digits): digits
        case .string(let text): quoted(text)
        case .array(let elements): "[" + elements.map(of).joined(separator: ", ") + "]"
        case .object(let members):
            members.isEmpty
                ? "{}" : "{ " + members.map { "\(quoted($0.name)): \(of($0.value))" }.joined(separator: ", ") + " }"
        }
    }

    static func quoted(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "\"") { quoted, scalar in
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case "\0"..<" ": quoted += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: quoted.unicodeScalars.append(scalar)
            }
        } + "\""
    }
}
