// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport
import HalyardUnleash
import Synchronization

/// A client that decides flags itself by the server's rules, made as a server makes it.
struct RulesApp: Sendable {
    /// What the client reported.
    final class Diagnostics: Sendable {
        private let diagnostics = Mutex<[Diagnostic]>([])

        func add(_ diagnostic: Diagnostic) { diagnostics.withLock { $0.append(diagnostic) } }

        /// The messages of all findings of a kind.
        func messages(_ code: Diagnostic.Code) -> [String] {
            diagnostics.withLock { $0.filter { $0.code == code }.map(\.description) }
        }
    }

    let title: String
    let options: UnleashLocalOptions
    let client: FlagClient
    let diagnostics = Diagnostics()

    /// Makes a client that fetches when asked to, unless the change says otherwise.
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

    /// Starts; what went wrong, if anything.
    func start() async -> String? {
        let result = await client.start(within: ContextWalk.patience)
        return result == .ready ? nil : "\(result)"
    }

    /// Asks some times for the rules; what went wrong, if anything.
    func refresh(times: Int = 1) async -> String? {
        for _ in 0..<times {
            let outcome = await client.refresh(within: ContextWalk.patience)
            guard outcome == .completed else { return "\(outcome)" }
        }
        return nil
    }
}
