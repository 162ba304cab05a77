// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension Completions {
    /// Returns the completion script for fish: one line for each command and each option.
    static func fish(_ commands: [Command]) -> String {
        let heads = commands.map { command in
            "complete -c \(Tool.name) -n __fish_use_subcommand -f -a \(command.name) -d \(quoted(command.summary))"
        }
        let options = commands.flatMap { command in
            let condition = quoted("__fish_seen_subcommand_from \(command.name)")
            let start = "complete -c \(Tool.name) -n \(condition)"
            let operands = command.operands
            let words =
                operands.words.isEmpty
                ? (operands.areFiles ? [] : ["\(start) -f"])
                : ["\(start) -f -a \(quoted(operands.words.joined(separator: " ")))"]
            return words + command.options.map { "\(start) \(form(of: $0)) -d \(quoted($0.summary))" }
        }
        return (heads + options).joined(separator: "\n") + "\n"
    }

    private static func form(of option: Option) -> String {
        let name = "-l \(option.name)" + (option.letter.map { " -s \($0)" } ?? "")
        return switch option.value {
        case .none: name
        case .text: name + " -x"
        case .file: name + " -r -F"
        case .word(_, let words): name + " -x -a \(quoted(words.joined(separator: " ")))"
        }
    }
}
