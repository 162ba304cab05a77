// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A path through a JSON document, written as in RFC 6901: `/providers/unleash/url`.
package struct JSONPointer: Sendable, Hashable, CustomStringConvertible {
    let steps: [String]

    package init(steps: [String] = []) {
        self.steps = steps
    }

    /// Creates a pointer from its text, which is the inverse of ``description``.
    init(parsing text: String) {
        // Splits by scalars, because a combining mark would otherwise hide the slash or tilde before it.
        let steps = text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        self.steps = steps.map { step in
            step.split(separator: "~", omittingEmptySubsequences: false).enumerated().map { index, part in
                guard index > 0 else { return String(part) }
                return (part.first == "1" ? "/" : "~") + String(part.dropFirst())
            }.joined()
        }
    }

    func appending(_ step: String) -> JSONPointer { JSONPointer(steps: steps + [step]) }

    package var description: String { steps.map { "/" + Self.escaped($0) }.joined() }

    private static func escaped(_ step: String) -> String {
        step.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "~": text += "~0"
            case "/": text += "~1"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
