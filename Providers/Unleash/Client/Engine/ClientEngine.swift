// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardUnleash

/// The engine of a client, which translates calls for a ``FlagClient`` with an ``UnleashProvider``.
///
/// Calls don't wait. They change the state and the flags that readers see under one lock. So the change has taken effect
/// when they return.
final class ClientEngine: Sendable {
    private static let name = "unleash"

    let client: FlagClient
    let fetchState: FetchState
    private let plan: Plan
    private let isUsable: Bool

    init(_ plan: Plan, context: Context) {
        let dependencies = plan.poller.dependencies
        let fetchState = FetchState(context, storage: plan.poller.storage)
        let provider = Result { () throws(ConfigurationError) in try Self.provider(plan, fetchState) }
        var options = FlagClient.Options()
        options.time = dependencies.time
        // The Unleash Swift client follows neither of them.
        (options.lifecycle, options.reachability) = (nil, nil)
        options.diagnosticHandler = { diagnostic in
            if fetchState.state.withLock({ $0.prints }) { print(diagnostic) }
        }
        let client = FlagClient(
            provider: (try? provider.get()) ?? InMemoryFlagProvider(name: Self.name), context: context.evaluation,
            options: options)
        self.plan = plan
        self.fetchState = fetchState
        self.client = client
        isUsable = (try? provider.get()) != nil
        for diagnostic in plan.headerDiagnostics { client.diagnostics.report(diagnostic) }
        if case .failure(let error) = provider {
            for diagnostic in error.diagnostics { client.diagnostics.report(diagnostic) }
        }
        let flags = flags(of: plan.poller.bootstrap)
        if !flags.isEmpty {
            fetchState.state.withLock { $0.table = FlagTable(flags) }
            client.perform(
                ClientTransition(interimFlags: Self.shipped(flags, for: context.evaluation, at: dependencies.time.now)))
        }
    }

    private static func provider(_ plan: Plan, _ fetchState: FetchState) throws(ConfigurationError) -> any FlagProvider
    {
        let dependencies = plan.poller.dependencies
        let listener = UnleashListener(
            fetched: { result, context, flagSet in fetchState.fetched(result, context, flagSet?.table) },
            reported: { fetchState.reported($0) }, closed: { fetchState.closed() })
        let provider = try UnleashProvider(
            plan.options, name: name, transport: plan.poller.session, mapper: nil, store: dependencies.store,
            time: dependencies.time, random: dependencies.random, connectionId: plan.poller.connectionId,
            listener: listener)
        provider.onImpression { impression, flag in
            fetchState.events.emit(
                .impression,
                ImpressionEvent(
                    toggleName: impression.featureName, enabled: impression.isEnabled,
                    variant: impression.kind == .getVariant ? Variant(flag) : nil,
                    context: Context(impression.context), eventId: impression.eventId,
                    eventType: impression.kind.rawValue))
        }
        return provider
    }

    /// Returns the flags of a bootstrap, and reports diagnostics about them.
    private func flags(of bootstrap: Bootstrap) -> [EvaluatedFlag] {
        let (flags, diagnostics) = bootstrap.contents(provider: Self.name, files: plan.poller.dependencies.files)
        for diagnostic in diagnostics { client.diagnostics.report(diagnostic) }
        return flags
    }
}

// MARK: - Calls

extension ClientEngine {
    /// Starts or restarts fetching.
    ///
    /// If there are bootstrapped flags, the first fetch comes after the interval.
    func start(
        _ bootstrap: Bootstrap, context: Context? = nil, prints: Bool = false, _ completion: FetchState.Completion?
    ) {
        if prints { fetchState.state.withLock { $0.prints = true } }
        let flags = flags(of: bootstrap)
        // With an interval of 0, a later fetch would never come.
        let isLater = !flags.isEmpty && plan.interval > .zero
        let now = plan.poller.dependencies.time.now
        perform(completion, isAnswered: !flags.isEmpty) { state in
            state.context = context ?? state.context
            if !flags.isEmpty { state.table = FlagTable(flags) }
            let context = state.context.evaluation
            return ClientTransition(
                context: context, interimFlags: flags.isEmpty ? .unchanged : Self.shipped(flags, for: context, at: now),
                fetch: .restart(isLater ? .modeChanged : .start))
        }
    }

    /// Switches to another context, and removes bootstrapped flags immediately.
    func update(_ completion: FetchState.Completion?, _ change: @Sendable (Context) -> Context) {
        perform(completion, isAnswered: false) { state in
            state.context = change(state.context)
            return Self.change(to: state.context)
        }
    }

    /// Switches to another context, or only stores it while the client isn't fetching.
    func replace(_ context: Context) {
        let phase = client.lifecyclePhase
        let rest = fetchState.state.withLock { state -> (@Sendable () -> Void)? in
            state.context = state.context.replaced(by: context)
            if state.asked == nil { return nil }
            state.asked = state.context.evaluation
            return client.beginTransition(Self.change(to: state.context), in: phase)
        }
        rest?()
    }

    /// Stops fetching, completes the waiting calls, and sends the remaining metrics.
    func stop() {
        let phase = client.lifecyclePhase
        let (waiting, wasRunning, rest) = fetchState.state.withLock { state in
            defer { (state.waiting, state.asked) = ([], nil) }
            return (
                state.waiting, state.asked != nil, client.beginTransition(ClientTransition(fetch: .stop), in: phase)
            )
        }
        rest()
        fetchState.events.unsubscribeAll()
        fetchState.complete(waiting, .noResponse)
        if wasRunning, isUsable { Task { [client] in await client.flush() } }
    }

    private static func change(to context: Context) -> ClientTransition {
        ClientTransition(context: context.evaluation, interimFlags: .withoutBootstrap, fetch: .restart(.start))
    }

    private static func shipped(
        _ flags: [EvaluatedFlag], for context: EvaluationContext, at now: Instant
    ) -> ClientTransition.InterimFlags {
        var flagSet = FlagSet(FlagTable(flags), for: context, confirmedAt: now)
        flagSet.layerReports = [.bootstrapped]
        return .flagSet(flagSet)
    }

    private func perform(
        _ completion: FetchState.Completion?, isAnswered: Bool, _ change: (inout FetchState.State) -> ClientTransition
    ) {
        let waiter = completion.map { FetchState.Waiter(place: .here, completion: $0) }
        let phase = client.lifecyclePhase
        let rest = fetchState.state.withLock { state in
            var change = change(&state)
            if isUsable {
                state.asked = change.context
                if let waiter, !isAnswered { state.waiting.append(waiter) }
            } else {
                change.fetch = .stop
            }
            return client.beginTransition(change, in: phase)
        }
        rest()
        if !isUsable {
            fetchState.complete([waiter].compactMap(\.self), .url)
        } else if isAnswered {
            fetchState.complete([waiter].compactMap(\.self), nil)
        } else if client.state.isShutDown {
            // The app has shut down the Halyard client, which doesn't fetch anymore.
            fetchState.closed()
        }
    }
}

// MARK: - Reads

extension ClientEngine {
    /// Returns a Boolean value that indicates whether a flag is on.
    func isEnabled(_ name: String) -> Bool {
        stored(name)?.enabled ?? (client.flag(name, reading: .value, defaultValue: false)?.value == .bool(true))
    }

    /// Returns the variant of a flag.
    func variant(_ name: String) -> Variant {
        guard let stored = stored(name) else {
            return Variant(client.flag(name, reading: .payload, defaultValue: .null))
        }
        return .served(stored.variant, featureEnabled: stored.enabled)
    }

    /// Returns a flag without counting the read.
    func toggle(_ name: String) -> Toggle? { stored(name) ?? client.flag(name).map { Toggle($0) } }

    /// Returns a flag from the app's store, if the client has no flags.
    private func stored(_ name: String) -> Toggle? {
        guard let storage = plan.poller.storage, client.state.flagSet == nil else { return nil }
        return storage.value(key: name)
    }
}
