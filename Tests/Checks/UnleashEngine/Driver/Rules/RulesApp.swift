// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport
import HalyardUnleash
import Synchronization

/// A client that evaluates flags locally with the server's rules, created as a backend creates it.
struct RulesApp: Sendable {
    /// The client's diagnostics.
    final class Diagnostics: Sendable {
        private let diagnostics = Mutex<[Diagnostic]>([])

        func add(_ diagnostic: Diagnostic) { diagnostics.withLock { $0.append(diagnostic) } }

        /// Returns the messages of all diagnostics with a code.
        func messages(_ code: Diagnostic.Code) -> [String] {
            diagnostics.withLock { $0.filter { $0.code == code }.map(\.description) }
        }
    }

    let title: String
    let options: UnleashLocalOptions
    let client: FlagClient
    let diagnostics = Diagnostics()

    /// Creates a client that fetches only on request, unless the change sets something else.
    init(
        _ title: String, _ server: EngineServer, common: [String: FlagValue] = [:],
        change: (inout UnleashLocalOptions) -> Void = { _ in }
    ) throws {
        var options = UnleashLocalOptions(url: server.root + "/api", token: EngineServer.backendToken)
        options.appName = common["appName"].flatMap(String.init(flagValue:)) ?? options.appName
        options.environment = common["environment"].flatMap(String.init(flagValue:)) ?? options.environment
        options.refreshInterval = .zero
        options.metricsInterval = .zero
        options.requestTimeout = ContextWalk.patience
        change(&options)
        let provider = try UnleashLocalProvider(options, transport: server.transport, store: InMemoryFlagStore())
        var clientOptions = FlagClient.Options()
        clientOptions.diagnosticHandler = { [diagnostics] in diagnostics.add($0) }
        self.title = title
        self.options = options
        client = FlagClient(provider: provider, options: clientOptions)
    }

    /// Starts the client.
    ///
    /// Returns an error description, or `nil` if it succeeds.
    func start() async -> String? {
        let result = await client.start(within: ContextWalk.patience)
        return result == .ready ? nil : "\(result)"
    }

    /// Requests the rules several times.
    ///
    /// Returns an error description, or `nil` if it succeeds.
    func refresh(times: Int = 1) async -> String? {
        for _ in 0..<times {
            let outcome = await client.refresh(within: ContextWalk.patience)
            guard outcome == .completed else { return "\(outcome)" }
        }
        return nil
    }
}
