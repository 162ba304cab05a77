// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Runs the combined providers for one request, and publishes their merged states.
final class CombinedRun: Sendable {
    private enum Event: Sendable {
        case published(ProviderState)
        case ended(FlagError?)
    }

    private let machine: Lock<MergeMachine>
    private let ledger: ParityLedger
    /// `nil` if the request is for a context other than the client's.
    private let health: ChildHealth?
    private let channel: FlagChannel
    private let isHeard = Lock(true)

    init(_ machine: MergeMachine, _ ledger: ParityLedger, _ health: ChildHealth?, _ channel: FlagChannel) {
        self.machine = Lock(machine)
        self.ledger = ledger
        self.health = health
        self.channel = channel
    }

    /// Returns when all providers have ended, and throws their errors if none of them had flags.
    func serve(_ providers: [any FlagProvider], _ request: FlagRequest) async throws {
        // A nested combination's strategy is also called for flags that none of its children lists.
        let isInline = machine.withLock { !$0.combination.strategy.runsAppCode }
        if isInline, providers.allSatisfy(\.mergesInline) {
            await run(providers, request) { event, index in self.takeInline(event, from: index) }
        } else {
            await serveQueued(providers, request)
        }
        if !Task.isCancelled, let error = machine.withLock({ $0.failure }) { throw error }
    }

    /// Merges an event under the lock, so that two children can't publish in the wrong order.
    private func takeInline(_ event: Event, from index: Int) {
        let effects = machine.withLock { machine in
            let effects = Self.apply(event, from: index, to: &machine)
            publish(effects)
            return effects
        }
        report(effects)
    }

    /// Queues events for one task, because the strategy runs app code, which must not run under a lock.
    private func serveQueued(_ providers: [any FlagProvider], _ request: FlagRequest) async {
        let (events, continuation) = AsyncStream.makeStream(of: (Event, Int).self)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [self] in
                for await (event, index) in events {
                    var machine = machine.withLock { $0 }
                    let effects = Self.apply(event, from: index, to: &machine)
                    publish(effects)
                    self.machine.withLock { [machine] in $0 = machine }
                    report(effects)
                }
            }
            await run(providers, request) { event, index in continuation.yield((event, index)) }
            continuation.finish()
        }
    }

    private func run(
        _ providers: [any FlagProvider], _ request: FlagRequest, _ take: @escaping @Sendable (Event, Int) -> Void
    ) async {
        await withTaskGroup(of: Void.self) { group in
            for (index, provider) in providers.enumerated() {
                let own = channel.replacing { [self] state in
                    // The failure of a request that ends with this run isn't a result.
                    if Task.isCancelled { return false }
                    health?.set(provider.name, state.status)
                    take(.published(state), index)
                    return isHeard.withLock { $0 }
                }
                group.addTask { [health] in
                    var thrown: FlagError?
                    do {
                        try await provider.run(request.forChild(provider.name), into: own)
                    } catch {
                        thrown = FlagError(wrapping: error)
                    }
                    if Task.isCancelled { return }
                    if let thrown { health?.set(provider.name, thrown.code == .providerFatal ? .fatal : .error) }
                    take(.ended(thrown), index)
                }
            }
        }
    }

    private static func apply(_ event: Event, from index: Int, to machine: inout MergeMachine) -> MergeMachine.Effects {
        switch event {
        case .published(let state): machine.receive(state, from: index)
        case .ended(let error): machine.ended(index, throwing: error)
        }
    }

    /// Publishes a state after counting its comparisons, so that a caller that waited for the flags finds them in the report.
    private func publish(_ effects: MergeMachine.Effects) {
        ledger.note(effects.comparisons)
        if let state = effects.state, !channel.offer(state) { isHeard.withLock { $0 = false } }
    }

    private func report(_ effects: MergeMachine.Effects) {
        for diagnostic in effects.diagnostics { channel.report(diagnostic) }
    }
}

/// The statuses that children last published, for callers outside of a run.
final class ChildHealth: Sendable {
    private let statuses = Lock<[String: ProviderStatus]>([:])

    func set(_ name: String, _ status: ProviderStatus) { statuses.withLock { $0[name] = status } }

    func status(of name: String) -> ProviderStatus? { statuses.withLock { $0[name] } }
}
