// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// The program, which runs the command that a command line names.
struct Tool: Sendable {
    static let name = "halyard-cli"

    var commands: [Command] = [
        .check, .eval, .watch, .explain, .compare, .generate, .manifest, .stale, .schema, .completions,
    ]

    /// Runs a command line, given without the program's name.
    func run(_ arguments: [String], _ host: ToolHost) async -> ToolStatus {
        let words = arguments[...]
        guard let first = words.first else {
            host.advise(.document(HelpText.overview(of: commands)))
            return .usage
        }
        if Option.help.isNamed(by: first) || first == "help" && words.count == 1 {
            host.answer(.document(HelpText.overview(of: commands)))
            return .success
        }
        if first == "help", let command = commands.first(where: { $0.name == words.dropFirst().first }) {
            return help(for: command, host)
        }
        guard let command = commands.first(where: { $0.name == first }) else {
            let name = first == "help" ? words[words.startIndex + 1] : first
            return fail(unknownCommand(name), nil, host)
        }
        return await run(command, words.dropFirst(), host)
    }

    private func run(_ command: Command, _ words: ArraySlice<String>, _ host: ToolHost) async -> ToolStatus {
        do {
            if CommandParser.asksForHelp(words) { return help(for: command, host) }
            let invocation = try CommandParser(command).read(words)
            return try await command.run(invocation, host.adjusted(to: invocation))
        } catch let error as ToolError {
            return fail(error, command, host)
        } catch {
            return fail(.undetermined("\(error)"), command, host)
        }
    }

    private func help(for command: Command, _ host: ToolHost) -> ToolStatus {
        host.answer(.document(HelpText.page(for: command)))
        return .success
    }

    private func unknownCommand(_ name: String) -> ToolError {
        let isOption = name.hasPrefix("-")
        let nearest = NearestName.of(name, among: commands.map(\.name)).map { "Did you mean \"\($0)\"?" }
        let known = "Known commands: \(commands.map(\.name).joined(separator: ", "))."
        return .usage(
            isOption ? "Missing command before \"\(name)\"." : "Unknown command \"\(name)\".",
            nearest ?? known)
    }

    private func fail(_ error: ToolError, _ command: Command?, _ host: ToolHost) -> ToolStatus {
        host.complain(error.message)
        for diagnostic in error.details { host.report(diagnostic) }
        if error.status == .usage {
            let topic = command.map { " \($0.name)" } ?? ""
            host.advise(
                .lines([
                    OutputLine(command.map(HelpText.usage) ?? "usage: \(Self.name) COMMAND [options]"),
                    "Run \"\(Self.name)\(topic) --help\" for details.",
                ]))
        }
        return error.status
    }
}
