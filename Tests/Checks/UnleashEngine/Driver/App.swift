// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport
import HalyardUnleash

/// A client with a provider for the server, made as an app makes it.
struct App: Sendable {
    let title: String
    let client: FlagClient

    /// Makes a client that fetches when asked to, unless the change says otherwise.
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

    /// Starts with a context, or changes to it; what went wrong, if anything.
    func take(_ context: EvaluationContext, isFirst: Bool) async -> String? {
        let outcome = await client.setContext(context, within: ContextWalk.patience)
        if !isFirst { return outcome == .completed ? nil : "\(outcome)" }
        return await start()
    }

    /// Starts; what went wrong, if anything.
    func start() async -> String? {
        let result = await client.start(within: ContextWalk.patience)
        return result == .ready ? nil : "\(result)"
    }

    /// Asks some times for the same context; what went wrong, if anything.
    func refresh(times: Int) async -> String? {
        for _ in 0..<times {
            let outcome = await client.refresh(within: ContextWalk.patience)
            guard outcome == .completed else { return "\(outcome)" }
        }
        return nil
    }
}
