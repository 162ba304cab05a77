// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import ArgumentParser

/// What LaunchDarkly's contract tests drive, in the dialect of one of them.
@main
struct ContractService: AsyncParsableCommand {
    /// Which contract tests drive the service.
    enum Suite: String, CaseIterable, ExpressibleByArgument {
        case contexts
        case users
        case events

        var dialect: any Dialect {
            switch self {
            case .contexts: ContextsDialect()
            case .users: UsersDialect()
            case .events: EventsDialect()
            }
        }
    }

    static let configuration = CommandConfiguration(
        commandName: "ContractService", abstract: "Lets LaunchDarkly's contract tests drive Halyard.")

    @Option(help: "The port of 127.0.0.1 to listen on; 0 for a free one, which is printed.")
    var port = 8000

    @Option(
        help: "Which contract tests drive it: those of mobile clients with contexts or with users, or of event sources."
    )
    var dialect = Suite.contexts

    func run() async throws { try await Service(dialect.dialect).run(on: port) }
}
