// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport
import HalyardUnleash

/// A client with a provider for the server, created as an app creates it.
struct App: Sendable {
    let title: String
    let client: FlagClient

    /// Creates a client that fetches only on request, unless the change sets something else.
    init(
        _ title: String, _ server: EngineServer, common: [String: FlagValue] = [:],
        context: EvaluationContext = .anonymous, store: any FlagStore = InMemoryFlagStore(),
        change: (inout UnleashOptions) -> Void = { _ in }
    ) throws {
        var options = UnleashOptions(url: server.url, clientKey: EngineServer.frontendToken)
        options.appName = common["appName"].flatMap(String.init(flagValue:)) ?? options.appName
        options.environment = common["environment"].flatMap(String.init(flagValue:)) ?? options.environment
        options.refreshInterval = .zero
        options.requestTimeout = ContextWalk.patience
        change(&options)
        let provider = try UnleashProvider(options, transport: server.transport, store: store)
        self.title = title
        client = FlagClient(provider: provider, context: context)
    }

    /// Starts with a context, or changes to it.
    ///
    /// Returns an error description, or `nil` if it succeeds.
    func take(_ context: EvaluationContext, isFirst: Bool) async -> String? {
        let outcome = await client.setContext(context, within: ContextWalk.patience)
        if !isFirst { return outcome == .completed ? nil : "\(outcome)" }
        return await start()
    }

    /// Starts the client.
    ///
    /// Returns an error description, or `nil` if it succeeds.
    func start() async -> String? {
        let result = await client.start(within: ContextWalk.patience)
        return result == .ready ? nil : "\(result)"
    }

    /// Requests the flags of the same context several times.
    ///
    /// Returns an error description, or `nil` if it succeeds.
    func refresh(times: Int) async -> String? {
        for _ in 0..<times {
            let outcome = await client.refresh(within: ContextWalk.patience)
            guard outcome == .completed else { return "\(outcome)" }
        }
        return nil
    }
}
