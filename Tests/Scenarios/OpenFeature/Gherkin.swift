// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A scenario that can be run, which starts with the background's steps and contains no placeholders.
struct Scenario: Sendable {
    /// A step.
    ///
    /// `And` repeats the kind of the previous step.
    struct Step: Sendable, Equatable {
        enum Kind: String, Sendable {
            case given = "Given"
            case when = "When"
            case then = "Then"
        }

        let kind: Kind
        let text: String
        let line: Int
        /// The rows of the table below the step, or an empty array if there is no table.
        var table: [[String]] = []
    }

    /// A cell of the example row from which the scenario was created.
    struct Cell: Sendable, Equatable {
        let column: String
        let value: String
    }

    let feature: String
    let name: String
    /// The tags of the feature, the scenario, and the examples, in this order.
    let tags: [String]
    /// The cells of the example row, or an empty array if the scenario isn't an outline.
    let example: [Cell]
    let steps: [Step]
}

extension Scenario: CustomStringConvertible {
    /// The name and the example, such as `Resolve values (key: float-flag, type: Float)`.
    var description: String {
        if example.isEmpty { return name }
        return "\(name) (\(example.map { "\($0.column): \($0.value)" }.joined(separator: ", ")))"
    }
}

extension Scenario.Step: CustomStringConvertible {
    var description: String { "line \(line): \(kind.rawValue) \(text)" }
}

// MARK: - Phrases

/// A step's text, split into a pattern such as `the reason should be {}` and the quoted arguments.
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
                // A backslash escapes only quotation marks and backslashes.
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
