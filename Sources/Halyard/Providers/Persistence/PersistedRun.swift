// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// One run of a persisted provider, which serves stored flags until the network responds.
///
/// It publishes states under its lock, which channels allow. So stored flags, their expiry, and the network's response keep their
/// order.
final class PersistedRun: Sendable {
    private struct State: ~Copyable {
        var held: (flagSet: FlagSet, until: Instant?)?
        /// The flag set from which the inner provider can resume, until it has published its own flags.
        var resume: FlagSet?
        var hasAnswered = false
        var hasEnded = false
        /// The status for the client: the state of the network, with `failure` as its reason.
        var status = ProviderStatus.notReady
        var failure: FlagError?
        /// The time when the served stored flags expire, or `nil` if they never do.
        var expiresAt: Instant?
        /// The report of this layer for explanations, which also shows whether stored flags are served.
        var layer: FlagSet.LayerReport
    }

    private let request: FlagRequest
    let channel: FlagChannel
    private let time: any TimeSource
    private let state: Lock<State>
    /// The times when served stored flags expire.
    private let expiries: AsyncStream<Instant>
    private let expiry: AsyncStream<Instant>.Continuation

    /// Creates a run.
    ///
    /// - Parameter isKnown: A Boolean value that indicates whether an earlier run has published flags or rules, so that stored
    ///   flags aren't read.
    init(_ request: FlagRequest, _ channel: FlagChannel, isKnown: Bool, time: any TimeSource) {
        self.request = request
        self.channel = channel
        self.time = time
        (expiries, expiry) = AsyncStream.makeStream()
        // Stored flags that an earlier run published and the network hasn't replaced.
        let isServing = request.resume?.isServed(by: .persisted) ?? false
        let isOver = request.resume?.expiresAt.map { time.now >= $0 } ?? false
        let message =
            isServing
            ? "Stored flags are served until the network responds."
            : isKnown ? "The network has already responded." : "Nothing was stored for this identity."
        state = Lock(
            State(
                resume: isOver ? nil : request.resume?.asAnswered(), status: isServing ? .stale : .notReady,
                expiresAt: request.resume?.expiresAt, layer: Self.report(isServing, message)))
        if isServing, let until = request.resume?.expiresAt { expiry.yield(until) }
    }

    /// The flag set from which the inner provider resumes.
    var resume: FlagSet? { state.withLock { $0.resume } }

    /// Handles a stored flag set according to the policy, unless the network was faster.
    ///
    /// - Parameters:
    ///   - stored: The stored flag set.
    ///   - resume: The flag set from which the inner provider can resume, or `nil` if it was evaluated for other attributes.
    ///   - action: The policy's decision.
    func handle(_ stored: StoredFlags, resume: FlagSet?, as action: CacheAction) {
        state.withLock { state in
            if state.hasAnswered { return }
            if action != .ignore(delete: true), action != .ignore(delete: false) { state.resume = resume }
            switch action {
            case .ignore:
                note(false, "The policy rejected the flags stored at \(stored.savedAt).", &state)
            case .serveOnFailure(let until):
                note(
                    false, "Flags stored at \(stored.savedAt) are served only if the network fails.", &state)
                state.held = (stored.flagSet, until)
                if request.mode == .offline || state.hasEnded || state.failure != nil { serveHeld(&state) }
            case .serve(let isAnswer, let until):
                note(true, "Flags stored at \(stored.savedAt) are served until the network responds.", &state)
                serve(stored.flagSet, until: until, isAnswer: isAnswer, &state)
            }
        }
    }

    /// Forwards a state of the inner provider, and returns whether a client received it.
    ///
    /// - Parameter store: Receives the flag set to store before any reader sees it. Called under a lock.
    func publish(_ answer: ProviderState, store: (FlagSet) -> Void) -> Bool {
        state.withLock { state in
            var answer = answer
            (state.status, state.failure) = (answer.status, answer.error)
            if !answer.isAnswer, let known = state.resume, let echoed = answer.flagSet,
                echoed.confirmedAt == known.confirmedAt, !echoed.table.hasChanges(since: known.table)
            {
                // The provider published the flag set from which it resumed. The policy determines what is served.
                answer.flagSet = nil
                if !state.layer.isServing, request.resume == nil { answer.status = .notReady }
            }
            if answer.isRefusal {
                // This isn't a network failure, so the stored flags that were held back aren't served.
                (state.held, state.hasAnswered) = (nil, true)
            } else if answer.isAnswer {
                (state.held, state.hasAnswered) = (nil, true)
                // A response without a flag set confirms the flag set from which the provider resumed.
                if answer.flagSet == nil { answer.flagSet = confirmed(state.resume) }
            } else if answer.error != nil, answer.flagSet == nil, serveHeld(&state) {
                return true
            }
            if answer.flagSet != nil {
                state.resume = nil
                if state.layer.isServing { note(false, "The network replaced the stored flags.", &state) }
            }
            // Offline, no source confirms the flags, so their age doesn't change.
            if answer.isAnswer, request.mode != .offline, let fresh = answer.flagSet { store(fresh) }
            answer.flagSet?.layerReports.append(state.layer)
            return channel.offer(answer)
        }
    }

    /// Handles the end of the inner provider, and returns whether stored flags remain that will expire.
    func networkEnded(_ error: FlagError?) -> Bool {
        state.withLock { state in
            state.hasEnded = true
            state.failure = error ?? state.failure
            serveHeld(&state)
            expiry.finish()
            guard state.layer.isServing, state.expiresAt != nil else { return false }
            // The run continues until the stored flags expire, but no caller should wait for that.
            if let error {
                channel.publish(.failed(error))
            } else {
                channel.publish(ProviderState(state.status, error: state.failure, isAnswer: true))
            }
            return true
        }
    }

    /// Withdraws stored flags when they expire, and returns when no flags are left that can expire.
    func withdrawExpiredFlags() async throws {
        for await until in expiries {
            // The wall clock determines the expiry. The sleep only determines when to check it.
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
            empty.layerReports = [state.layer]
            // The expiry isn't an error: the network can still respond, and callers continue to wait.
            channel.publish(ProviderState(state.status, empty, error: state.failure, isAnswer: false))
        }
    }

    /// Publishes the held-back flags if there are any that haven't expired, and returns whether it did.
    @discardableResult
    private func serveHeld(_ state: inout State) -> Bool {
        guard let held = state.held.take() else { return false }
        if let until = held.until, time.now >= until { return false }
        let reason = state.failure == nil ? "the network wasn't reached" : "the network failed"
        note(true, "Stored flags are served because \(reason).", &state)
        serve(held.flagSet, until: held.until, isAnswer: request.mode == .offline, &state)
        return true
    }

    /// Returns stored flags in the form that a run publishes.
    static func served(_ stored: StoredFlags, until: Instant?) -> FlagSet {
        var flagSet = stored.flagSet
        flagSet.expiresAt = until
        flagSet.layerReports = [
            report(true, "Flags stored at \(stored.savedAt) are served until the network responds.")
        ]
        return flagSet
    }

    private func serve(_ flagSet: FlagSet, until: Instant?, isAnswer: Bool, _ state: inout State) {
        var flagSet = flagSet
        flagSet.expiresAt = until
        flagSet.layerReports = [state.layer]
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
