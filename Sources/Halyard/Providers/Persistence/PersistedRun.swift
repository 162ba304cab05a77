// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// One run of a persisted provider: serves what was stored until the network has answered.
///
/// States are published under the lock, so that stored flags, their expiry and the network's answer keep their order; a
/// channel allows that.
final class PersistedRun: Sendable {
    private struct State: ~Copyable {
        var held: (flagSet: FlagSet, until: Instant?)?
        /// What the inner provider may resume from, until it has published flags of its own.
        var resume: FlagSet?
        var hasAnswered = false
        var hasEnded = false
        /// The status that the client sees: how well the network answers, and why not.
        var status = ProviderStatus.notReady
        var failure: FlagError?
        /// When the stored flags that are served expire; nil for never.
        var expiresAt: Instant?
        /// What this layer did, for explanations; also shows whether stored flags are served.
        var layer: FlagSet.LayerReport
    }

    private let request: FlagRequest
    let channel: FlagChannel
    private let time: any TimeSource
    private let state: Lock<State>
    /// The moments when stored flags that are served expire.
    private let expiries: AsyncStream<Instant>
    private let expiry: AsyncStream<Instant>.Continuation

    init(_ request: FlagRequest, _ channel: FlagChannel, time: any TimeSource) {
        self.request = request
        self.channel = channel
        self.time = time
        (expiries, expiry) = AsyncStream.makeStream()
        // Stored flags that an earlier run published, and that the network has not replaced.
        let isServing = request.resume?.isServed(by: .persisted) ?? false
        let isOver = request.resume?.expiresAt.map { time.now >= $0 } ?? false
        let message =
            isServing
            ? "Stored flags are served until the network answers."
            : request.resume == nil ? "Nothing was stored for this identity." : "The network has answered before."
        state = Lock(
            State(
                resume: isOver ? nil : request.resume?.asAnswered(), status: isServing ? .stale : .notReady,
                expiresAt: request.resume?.expiresAt, layer: Self.report(isServing, message)))
        if isServing, let until = request.resume?.expiresAt { expiry.yield(until) }
    }

    /// What the inner provider resumes from.
    var resume: FlagSet? { state.withLock { $0.resume } }

    /// Handles a stored snapshot as the policy says; does nothing if the network was faster.
    ///
    /// - Parameters:
    ///   - stored: What was stored.
    ///   - resume: The same for the inner provider to resume from; nil when it was evaluated for other attributes.
    ///   - action: The policy's decision.
    func handle(_ stored: StoredFlags, resume: FlagSet?, as action: CacheAction) {
        state.withLock { state in
            if state.hasAnswered { return }
            if action != .ignore(delete: true), action != .ignore(delete: false) { state.resume = resume }
            switch action {
            case .ignore:
                note(false, "Flags stored at \(stored.savedAt) were refused by the policy.", &state)
            case .serveOnFailure(let until):
                note(
                    false, "Flags stored at \(stored.savedAt) are held back in case that the network fails.", &state)
                state.held = (stored.flagSet, until)
                if request.mode == .offline || state.hasEnded || state.failure != nil { serveHeld(&state) }
            case .serve(let isAnswer, let until):
                note(true, "Flags stored at \(stored.savedAt) are served until the network answers.", &state)
                serve(stored.flagSet, until: until, isAnswer: isAnswer, &state)
            }
        }
    }

    /// Forwards what the inner provider publishes and returns whether a client listened.
    ///
    /// - Parameter store: Receives what is to be stored, before any reader sees it; called under a lock.
    func publish(_ answer: ProviderState, store: (FlagSet) -> Void) -> Bool {
        state.withLock { state in
            var answer = answer
            (state.status, state.failure) = (answer.status, answer.error)
            if !answer.isAnswer, let known = state.resume, let echoed = answer.flagSet,
                echoed.confirmedAt == known.confirmedAt, !echoed.table.hasChanges(since: known.table)
            {
                // No news: the provider publishes what it was given to resume from. The policy decides what is served.
                answer.flagSet = nil
                if !state.layer.isServing, request.resume == nil { answer.status = .notReady }
            }
            if answer.isRefusal {
                // No failure of the network: what is held back stays where it is.
                (state.held, state.hasAnswered) = (nil, true)
            } else if answer.isAnswer {
                (state.held, state.hasAnswered) = (nil, true)
                // "As before" refers to what the provider was given to resume from.
                if answer.flagSet == nil { answer.flagSet = confirmed(state.resume) }
            } else if answer.error != nil, answer.flagSet == nil, serveHeld(&state) {
                return true
            }
            if answer.flagSet != nil {
                state.resume = nil
                if state.layer.isServing { note(false, "The network replaced the stored flags.", &state) }
            }
            // Offline, no source confirms anything: what is served is as old as before.
            if answer.isAnswer, request.mode != .offline, let fresh = answer.flagSet { store(fresh) }
            answer.flagSet?.layers.append(state.layer)
            return channel.offer(answer)
        }
    }

    /// The inner provider has ended, or given up; returns whether stored flags remain that will expire.
    func networkEnded(_ error: FlagError?) -> Bool {
        state.withLock { state in
            state.hasEnded = true
            state.failure = error ?? state.failure
            serveHeld(&state)
            expiry.finish()
            guard state.layer.isServing, state.expiresAt != nil else { return false }
            // The run continues until the stored flags expire; no caller should wait for that.
            if let error {
                channel.publish(.failed(error))
            } else {
                channel.publish(ProviderState(state.status, error: state.failure, isAnswer: true))
            }
            return true
        }
    }

    /// Withdraws stored flags when they expire; returns when none are left that can expire.
    func withdrawExpiredFlags() async throws {
        for await until in expiries {
            // The wall clock decides; a sleep only determines when to check it.
            while time.now < until { try await time.sleep(for: until - time.now) }
            takeBack(until)
        }
    }

    private func takeBack(_ until: Instant) {
        state.withLock { state in
            guard state.layer.isServing else { return }
            note(false, "The stored flags expired at \(until).", &state)
            state.resume = nil
            state.status = state.failure.map { $0.code == .providerFatal ? .fatal : .error } ?? .notReady
            var empty = FlagSet(FlagTable(), for: request.context, confirmedAt: until, expiresAt: until)
            empty.layers = [state.layer]
            // Without an error of its own: the network may still answer, and its waiters keep waiting.
            channel.publish(ProviderState(state.status, empty, error: state.failure, isAnswer: false))
        }
    }

    /// Publishes what was held back, if there is something and it has not expired, and returns whether it did.
    @discardableResult
    private func serveHeld(_ state: inout State) -> Bool {
        guard let held = state.held.take() else { return false }
        if let until = held.until, time.now >= until { return false }
        let reason = state.failure == nil ? "it was not reached" : "it failed"
        note(true, "Stored flags are served instead of the network's: \(reason).", &state)
        serve(held.flagSet, until: held.until, isAnswer: request.mode == .offline, &state)
        return true
    }

    /// Stored flags as a run publishes them.
    static func served(_ stored: StoredFlags, until: Instant?) -> FlagSet {
        var flagSet = stored.flagSet
        flagSet.expiresAt = until
        flagSet.layers = [
            report(true, "Flags stored at \(stored.savedAt) are served until the network answers.")
        ]
        return flagSet
    }

    private func serve(_ flagSet: FlagSet, until: Instant?, isAnswer: Bool, _ state: inout State) {
        var flagSet = flagSet
        flagSet.expiresAt = until
        flagSet.layers = [state.layer]
        (state.status, state.expiresAt) = (.stale, until)
        channel.publish(ProviderState(.stale, flagSet, error: state.failure, isAnswer: isAnswer))
        if let until { expiry.yield(until) }
    }

    private func confirmed(_ flagSet: FlagSet?) -> FlagSet? {
        var flagSet = flagSet
        flagSet?.confirmedAt = time.now
        return flagSet
    }

    private func note(_ isServing: Bool, _ message: String, _ state: inout State) {
        state.layer = Self.report(isServing, message)
    }

    private static func report(_ isServing: Bool, _ message: String) -> FlagSet.LayerReport {
        FlagSet.LayerReport(layer: ProviderLayer.persisted.rawValue, isServing: isServing, message)
    }
}
