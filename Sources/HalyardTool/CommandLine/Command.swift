// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A command: its table, from which the parser, help and completion are made, and what it does.
struct Command: Sendable {
    /// What stands on a command line besides options.
    struct Operands: Sendable {
        /// The word that help shows.
        let name: String
        let count: ClosedRange<Int>
        /// Whether a shell completes files.
        let areFiles: Bool
        /// The words that are allowed; empty for any.
        let words: [String]
        /// What they are, as a sentence.
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

        /// How usage shows them.
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
    /// What it does, as a sentence.
    let summary: String
    let operands: Operands
    /// Command lines without the program's name, each with what it does.
    let examples: [(line: String, purpose: String)]
    /// Its own options; those that every command has come after them.
    let options: [Option]
    /// What its exit statuses mean, besides wrong usage.
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
        self.statuses = statuses + [(.usage, "The command line is wrong, or there is no such file.")]
        self.run = run
    }
}
