// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// A GitHub workflow command, which shows a message next to a line of a pull request.
struct WorkflowCommand {
    let name: String
    let properties: [(name: String, value: String)]
    let message: String

    var text: String {
        let list = properties.map { "\($0.name)=\(Self.escaped($0.value, "%\r\n:,"))" }.joined(separator: ",")
        return "::\(name) \(list)::\(Self.escaped(message, "%\r\n"))"
    }

    /// Returns a text with special characters escaped as `%` and their hexadecimal code.
    private static func escaped(_ text: String, _ special: String) -> String {
        let code = text.unicodeScalars.reduce(into: "") { result, scalar in
            if special.unicodeScalars.contains(scalar) {
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "%" + (digits.count < 2 ? "0" : "") + digits
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return code.onOneLine.printable
    }
}
