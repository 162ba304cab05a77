// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// One run of a persisted provider: what was stored, until the network has spoken.
final class PersistedRun: Sendable {
    private struct State {
        var held: (snapshot: FlagSnapshot, until: Instant?)?
        var hasAnswered = false
        /// What this layer did, for explanations.
        var layer: LayerReport
    }

    private let request: FlagRequest
    private let channel: FlagChannel
    private let time: any TimeSource
    private let state: Lock<State>
    /// When stored flags that are served must be taken back.
    private let expiries: AsyncStream<Instant>
    private let expiry: AsyncStream<Instant>.Continuation

    init(_ request: FlagRequest, _ channel: FlagChannel, time: any TimeSource) {
        self.request = request
        self.channel = channel
        self.time = time
        state = Lock(State(layer: Self.report(false, "Nothing was stored for this identity.")))
        (expiries, expiry) = AsyncStream.makeStream()
        // Stored flags that an earlier run published, and that the network has not replaced.
        if let until = request.resume?.expiresAt { expiry.yield(until) }
    }

    /// Does with a stored snapshot what the policy says.
    func admit(_ stored: StoredSnapshot, _ admission: Admission) {
        switch admission {
        case .refuse:
            note(false, "Flags stored at \(stored.savedAt) were refused by the policy.")
        case .hold(let until):
            note(false, "Flags stored at \(stored.savedAt) are held back in case that the network fails.")
            state.withLock { $0.held = (stored.snapshot, until) }
            if request.mode == .offline { serveHeld(nil) }
        case .serve(let isAnswer, let until):
            note(true, "Flags stored at \(stored.savedAt) are served until the network answers.")
            serve(stored.snapshot, until: until, error: nil, isAnswer: isAnswer)
        }
    }

    /// Passes on what the inner provider publishes.
    func publish(_ answer: ProviderState) -> Bool {
        var answer = answer
        if answer.isAnswer {
            state.withLock { state in
                (state.held, state.hasAnswered) = (nil, true)
                if state.layer.isServing { state.layer = Self.report(false, "The network replaced the stored flags.") }
            }
        } else if let error = answer.error, answer.snapshot == nil, serveHeld(error) {
            return true
        }
        answer.snapshot?.layers.append(state.withLock { $0.layer })
        return channel.publish(answer)
    }

    /// The inner provider gave up.
    func networkFailed(_ error: FlagError) { serveHeld(error) }

    /// The inner provider has nothing more to say.
    func networkEnded() { serveHeld(nil) }

    /// Takes stored flags back when their time is over; returns when the task is cancelled.
    func takeBackInTime() async throws {
        for await until in expiries {
            // The wall clock decides; a sleep only says when to look.
            while time.now < until { try await time.sleep(for: until - time.now) }
            takeBack(until)
        }
    }

    private func takeBack(_ until: Instant) {
        if state.withLock({ $0.hasAnswered }) { return }
        note(false, "The stored flags expired at \(until).")
        var empty = FlagSnapshot(FlagTable(), for: request.context, confirmedAt: until, expiresAt: until)
        empty.layers = [state.withLock { $0.layer }]
        let error = FlagError(
            .providerNotReady, "The stored flags expired at \(until), and the network has not answered.")
        channel.publish(ProviderState(.error, empty, error: error, isAnswer: false))
    }

    /// Publishes what was held back, if there is something and it has not expired; whether it did.
    @discardableResult
    private func serveHeld(_ error: FlagError?) -> Bool {
        guard let held = state.withLock({ $0.held.take() }) else { return false }
        if let until = held.until, time.now >= until { return false }
        note(true, "Stored flags are served because the network failed.")
        serve(held.snapshot, until: held.until, error: error, isAnswer: request.mode == .offline)
        return true
    }

    private func serve(_ snapshot: FlagSnapshot, until: Instant?, error: FlagError?, isAnswer: Bool) {
        var snapshot = snapshot
        snapshot.expiresAt = until
        snapshot.layers = [state.withLock { $0.layer }]
        channel.publish(ProviderState(.stale, snapshot, error: error, isAnswer: isAnswer))
        if let until { expiry.yield(until) }
    }

    private func note(_ isServing: Bool, _ message: String) {
        state.withLock { $0.layer = Self.report(isServing, message) }
    }

    private static func report(_ isServing: Bool, _ message: String) -> LayerReport {
        LayerReport(layer: ProviderLayer.persisted.rawValue, isServing: isServing, message)
    }
}
