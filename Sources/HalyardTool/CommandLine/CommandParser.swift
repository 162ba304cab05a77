// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// Parses the command line of a command.
struct CommandParser {
    private let command: Command
    private var operands: [String] = []
    private var values: [String: [String]] = [:]

    init(_ command: Command) { self.command = command }

    /// Returns whether the words request help, even if they contain errors.
    static func asksForHelp(_ words: some Sequence<String>) -> Bool {
        words.prefix { $0 != "--" }.contains { Option.help.isNamed(by: $0) }
    }

    /// Parses the words after the command's name.
    ///
    /// Supports `--name value`, `--name=value`, and `-n value`. `--` ends the options, and `-` isn't an option.
    consuming func read(_ words: ArraySlice<String>) throws(ToolError) -> Invocation {
        var words = words
        while let word = words.popFirst() {
            if word == "--" {
                operands += words
                words = []
            } else if word.hasPrefix("-"), word != "-" {
                try readOption(word, &words)
            } else {
                operands.append(word)
            }
        }
        try checkOperands()
        return Invocation(operands: operands, values: values)
    }

    private mutating func readOption(_ word: String, _ words: inout ArraySlice<String>) throws(ToolError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let option = command.options.first(where: { $0.isNamed(by: parts[0]) }) else { throw unknown(parts[0]) }
        var value = ""
        if option.value == .none {
            if parts.count > 1 { throw .usage("\(parts[0]) doesn't take a value.", "Remove \"=\(parts[1])\".") }
        } else if parts.count > 1 {
            value = parts[1]
        } else if let next = words.popFirst() {
            value = next
        } else {
            throw .usage("Missing value after \(parts[0]).", "Use \(parts[0]) \(option.value.placeholder ?? "").")
        }
        if case .word(_, let allowed) = option.value, !allowed.contains(value) {
            throw .unknown("value for \(parts[0])", value, among: allowed)
        }
        if !option.isRepeatable, option.value != .none, values[option.name] != nil {
            throw .usage("\(parts[0]) is set twice.", "Remove one of them.")
        }
        values[option.name, default: []].append(value)
    }

    private func unknown(_ name: String) -> ToolError {
        let nearest = NearestName.of(name, among: command.options.map { "--\($0.name)" })
        return .usage("Unknown option \(name).", nearest.map { "Did you mean \($0)?" } ?? "")
    }

    private func checkOperands() throws(ToolError) {
        let allowed = command.operands
        if operands.count > allowed.count.upperBound {
            let extra = operands[allowed.count.upperBound]
            throw .usage("Unexpected argument \"\(extra)\".", "Remove it.")
        }
        if operands.count < allowed.count.lowerBound {
            throw .usage("Missing argument \(allowed.name).", "Add it after the command.")
        }
        if !allowed.words.isEmpty, let other = operands.first(where: { !allowed.words.contains($0) }) {
            throw .unknown(allowed.name, other, among: allowed.words)
        }
    }
}
