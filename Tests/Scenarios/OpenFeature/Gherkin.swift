// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// One scenario that can be run as it is: placeholders filled in, the background's steps first.
struct Scenario: Sendable {
    /// A step, with the kind that `And` takes over from the step before.
    struct Step: Sendable, Equatable {
        enum Kind: String, Sendable {
            case given = "Given"
            case when = "When"
            case then = "Then"
        }

        let kind: Kind
        let text: String
        let line: Int
        /// The rows of the table below the step; none where there is no table.
        var table: [[String]] = []
    }

    /// A cell of the example row that the scenario was made from.
    struct Cell: Sendable, Equatable {
        let column: String
        let value: String
    }

    let feature: String
    let name: String
    /// The tags of the feature, the scenario and the examples, in this order.
    let tags: [String]
    /// Empty where the scenario is no outline.
    let example: [Cell]
    let steps: [Step]
}

extension Scenario: CustomStringConvertible {
    /// The name and the example: `Resolve values (key: float-flag, type: Float)`.
    var description: String {
        if example.isEmpty { return name }
        return "\(name) (\(example.map { "\($0.column): \($0.value)" }.joined(separator: ", ")))"
    }
}

extension Scenario.Step: CustomStringConvertible {
    var description: String { "line \(line): \(kind.rawValue) \(text)" }
}

// MARK: - Phrases

/// A step's text, taken apart: `the reason should be {}` and what stood in the quotation marks.
struct Phrase: Sendable, Equatable {
    let pattern: String
    let arguments: [String]

    init(_ text: String) {
        var pattern = ""
        var arguments: [String] = []
        var isQuoted = false
        var isEscaped = false
        var argument = ""
        for character in text {
            switch character {
            case "\\" where isQuoted && !isEscaped:
                isEscaped = true
                continue
            case "\"" where isQuoted && !isEscaped:
                arguments.append(argument)
                argument = ""
                isQuoted = false
            case "\"" where !isQuoted:
                pattern += "{}"
                isQuoted = true
            case _ where isQuoted:
                // A backslash says something about a quotation mark or a backslash, and is itself before anything else.
                if isEscaped, character != "\"", character != "\\" { argument.append("\\") }
                argument.append(character)
            default:
                pattern.append(character)
            }
            isEscaped = false
        }
        self.pattern = isQuoted ? text : pattern
        self.arguments = isQuoted ? [] : arguments
    }

    subscript(index: Int) -> String { arguments[index] }
}
