// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A command: its definition, which the parser, help, and completion use, and its action.
struct Command: Sendable {
    /// The arguments of a command line that aren't options.
    struct Operands: Sendable {
        /// The placeholder in help.
        let name: String
        let count: ClosedRange<Int>
        /// A Boolean value that indicates whether a shell completes files.
        let areFiles: Bool
        /// The allowed words, or an empty array to allow any.
        let words: [String]
        /// A sentence that describes the arguments.
        let summary: String

        init(
            _ name: String, _ count: ClosedRange<Int>, areFiles: Bool = false, words: [String] = [], summary: String
        ) {
            self.name = name
            self.count = count
            self.areFiles = areFiles
            self.words = words
            self.summary = summary
        }

        static let none = Operands("", 0...0, summary: "")

        /// The arguments as the usage line shows them.
        var usage: String {
            if count.upperBound == 0 { return "" }
            if count.lowerBound == count.upperBound {
                return String(repeating: " \(name)", count: count.lowerBound)
            }
            let several = count.upperBound > 1 ? "\(name)…" : name
            return count.lowerBound == 0 ? " [\(several)]" : " \(several)"
        }
    }

    let name: String
    /// A sentence that describes the command.
    let summary: String
    let operands: Operands
    /// Example command lines without the program's name, each with its purpose.
    let examples: [(line: String, purpose: String)]
    /// The options, with the common options at the end.
    let options: [Option]
    /// The meanings of the exit statuses.
    let statuses: [(status: ToolStatus, meaning: String)]
    let run: @Sendable (Invocation, ToolHost) async throws -> ToolStatus

    init(
        _ name: String, _ summary: String, operands: Operands = .none, examples: [(line: String, purpose: String)],
        options: [Option], statuses: [(status: ToolStatus, meaning: String)],
        run: @escaping @Sendable (Invocation, ToolHost) async throws -> ToolStatus
    ) {
        self.name = name
        self.summary = summary
        self.operands = operands
        self.examples = examples
        self.options = options + Option.common
        self.statuses = statuses + [(.usage, "The command line is invalid, or a file doesn't exist.")]
        self.run = run
    }
}
