// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Generates help texts from the command definitions.
enum HelpText {
    /// Returns the overview of all commands.
    static func overview(of commands: [Command]) -> String {
        let width = commands.map(\.name.count).max() ?? 0
        let lines = commands.map { "  \(padded($0.name, width))  \($0.summary)" }
        return """
            Checks, evaluates, explains, and compares feature flags, and generates typed keys.

            usage: \(Tool.name) COMMAND [options]

            commands:
            \(lines.joined(separator: "\n"))

            Run "\(Tool.name) COMMAND --help" for details about a command.

            """
    }

    /// Returns the usage line of a command.
    static func usage(of command: Command) -> String {
        "usage: \(Tool.name) \(command.name) [options]\(command.operands.usage)"
    }

    /// Returns the help page of a command.
    static func page(for command: Command) -> String {
        """
        \(command.summary)

        \(usage(of: command))
        \(operands(of: command))
        examples:
        \(command.examples.map { "  \(Tool.name) \($0.line)\n      \($0.purpose)" }.joined(separator: "\n"))

        options:
        \(options(of: command))

        exit status:
        \(statuses(of: command))

        """
    }

    private static func operands(of command: Command) -> String {
        let operands = command.operands
        return operands.count.upperBound == 0 ? "" : "\narguments:\n  \(operands.name)  \(operands.summary)\n"
    }

    private static func options(of command: Command) -> String {
        let names = command.options.map { option in
            let letter = option.letter.map { "-\($0), " } ?? "    "
            return letter + "--\(option.name)" + (option.value.placeholder.map { " \($0)" } ?? "")
        }
        let width = names.map(\.count).max() ?? 0
        return zip(names, command.options).map { name, option in
            var help = option.summary
            if case .word(_, let words) = option.value { help += " One of: \(words.joined(separator: ", "))." }
            if option.isRepeatable { help += " Can be repeated." }
            return "  \(padded(name, width))  \(help)"
        }.joined(separator: "\n")
    }

    private static func statuses(of command: Command) -> String {
        command.statuses.sorted { $0.status.rawValue < $1.status.rawValue }
            .map { "  \($0.status.rawValue)  \($0.meaning)" }.joined(separator: "\n")
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: width - text.count)
    }
}
