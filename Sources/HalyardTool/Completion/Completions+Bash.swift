// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension Completions {
    /// Returns the completion script for bash.
    static func bash(_ commands: [Command]) -> String {
        """
        _halyard_cli() {
            local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words=
            if [ "$COMP_CWORD" = 1 ]; then
                COMPREPLY=($(compgen -W '\(commands.map(\.name).joined(separator: " ")) --help' -- "$word"))
                return
            fi
            case "${COMP_WORDS[1]} $before" in
        \(commands.flatMap(values).joined(separator: "\n"))
            esac
            case "${COMP_WORDS[1]}" in
        \(commands.map(words).joined(separator: "\n"))
            esac
            COMPREPLY=($(compgen -W "$words" -- "$word"))
        }
        complete -o bashdefault -o default -F _halyard_cli \(Tool.name)

        """
    }

    /// Returns the completions of the values of a command's options: words, files, or none.
    private static func values(of command: Command) -> [String] {
        command.options.compactMap { option in
            let names = ["--\(option.name)"] + (option.letter.map { ["-\($0)"] } ?? [])
            let patterns = names.map { "'\(command.name) \($0)'" }.joined(separator: " | ")
            let reply: String
            switch option.value {
            case .none: return nil
            case .text: reply = "COMPREPLY=()"
            // With an empty reply, the shell completes files itself, which supports folders and names with spaces.
            case .file: reply = "COMPREPLY=()"
            case .word(_, let words):
                reply = #"COMPREPLY=($(compgen -W '\#(words.joined(separator: " "))' -- "$word"))"#
            }
            return "        \(patterns)) \(reply); return ;;"
        }
    }

    private static func words(of command: Command) -> String {
        let options = command.options.map { "--\($0.name)" }
        return "        \(command.name)) words='\((command.operands.words + options).joined(separator: " "))' ;;"
    }
}
