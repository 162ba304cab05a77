// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import ArgumentParser

/// The program that LaunchDarkly's contract tests control, in the dialect of one of the test suites.
@main
struct ContractService: AsyncParsableCommand {
    /// A suite of contract tests.
    enum Suite: String, CaseIterable, ExpressibleByArgument {
        case contexts
        case server
        case users
        case events

        var dialect: any Dialect {
            switch self {
            case .contexts: ContextsDialect()
            case .server: ServerDialect()
            case .users: UsersDialect()
            case .events: EventsDialect()
            }
        }
    }

    static let configuration = CommandConfiguration(
        commandName: "ContractService", abstract: "Runs Halyard for LaunchDarkly's contract tests.")

    @Option(help: "Port of 127.0.0.1, or 0 for a free port, which is printed.")
    var port = 8000

    @Option(
        help: "Test suite: mobile clients with contexts, servers, mobile clients with users, or event sources."
    )
    var dialect = Suite.contexts

    func run() async throws { try await Service(dialect.dialect).run(on: port) }
}
