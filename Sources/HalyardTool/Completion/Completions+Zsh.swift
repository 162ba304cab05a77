// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension Completions {
    /// Returns the completion script for zsh: a function that passes each command's options to `_arguments`.
    static func zsh(_ commands: [Command]) -> String {
        """
        #compdef \(Tool.name)
        _halyard_cli() {
            local -a commands
            commands=(
        \(commands.map { "        \(quoted("\($0.name):\($0.summary)"))" }.joined(separator: "\n"))
            )
            if (( CURRENT == 2 )); then
                _describe command commands
                return
            fi
            local command=$words[2]
            shift words
            (( CURRENT-- ))
            case $command in
        \(commands.map(arguments).joined(separator: "\n"))
            esac
        }
        _halyard_cli "$@"

        """
    }

    private static func arguments(of command: Command) -> String {
        let operands = command.operands
        let action =
            operands.words.isEmpty ? (operands.areFiles ? "_files" : "") : "(\(operands.words.joined(separator: " ")))"
        let rest = operands.count.upperBound == 0 ? [] : [quoted("*:\(operands.name):\(action)")]
        let specs = command.options.flatMap(specs) + rest
        return "        \(command.name)) _arguments \(specs.joined(separator: " ")) ;;"
    }

    /// Returns one specification for each spelling of an option.
    private static func specs(of option: Option) -> [String] {
        let help = option.summary.reduce(into: "") { text, character in
            text += ["[", "]", ":", "\\"].contains(character) ? "\\\(character)" : String(character)
        }
        let names = ["--\(option.name)"] + (option.letter.map { ["-\($0)"] } ?? [])
        let star = option.isRepeatable ? "*" : ""
        return names.map { name in
            let head = "\(star)\(name)"
            return switch option.value {
            case .none: quoted("\(head)[\(help)]")
            case .text(let word): quoted("\(head)=[\(help)]:\(word):")
            case .file(let word): quoted("\(head)=[\(help)]:\(word):_files")
            case .word(let word, let words): quoted("\(head)=[\(help)]:\(word):(\(words.joined(separator: " ")))")
            }
        }
    }
}
