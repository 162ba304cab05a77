// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A log of the diagnostics that a client and its provider report.
///
/// ```swift
/// for diagnostic in flags.diagnostics.recent { print(diagnostic) }
/// ```
/// The log keeps the last hundred diagnostics. A handler receives each one (``FlagClient/Options/diagnosticHandler``),
/// and ``updates`` is a sequence of new ones. The log can be used from any thread.
public final class DiagnosticLog: Sendable {
    private struct State: ~Copyable {
        var recent: [Diagnostic] = []
        var nextID = 0
        var isFinished = false
        var followers: [Int: AsyncStream<Diagnostic>.Continuation] = [:]
    }

    private static let capacity = 100

    private let state = Lock(State())
    private let delivery: SerialDelivery<Diagnostic>
    private let flush: @Sendable () async -> Void

    /// Creates a log.
    ///
    /// - Parameter handler: Called for each diagnostic, in order, one at a time, on a thread without a lock.
    public convenience init(handler: @escaping @Sendable (Diagnostic) -> Void = { _ in }) {
        self.init(handler: handler) {}
    }

    /// Creates a log whose handler forwards diagnostics.
    ///
    /// `flush` returns when they have arrived.
    init(handler: @escaping @Sendable (Diagnostic) -> Void, flush: @escaping @Sendable () async -> Void) {
        delivery = SerialDelivery(handler)
        self.flush = flush
    }

    /// The last hundred diagnostics, the newest last.
    public var recent: [Diagnostic] { state.withLock { $0.recent } }

    /// A sequence of new diagnostics, which ends with the client.
    ///
    /// If a reader falls more than a hundred diagnostics behind, it misses the oldest.
    public var updates: AsyncStream<Diagnostic> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Diagnostic.self, bufferingPolicy: .bufferingNewest(Self.capacity))
        let id = state.withLock { state -> Int in
            state.nextID += 1
            if !state.isFinished { state.followers[state.nextID] = continuation }
            return state.nextID
        }
        if state.withLock({ $0.isFinished }) { continuation.finish() }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.followers.removeValue(forKey: id) }
        }
        return stream
    }

    /// Adds a diagnostic.
    ///
    /// The handler is called soon, from a task, so you can call this method anywhere.
    public func report(_ diagnostic: Diagnostic) {
        let followers = state.withLock { state -> [AsyncStream<Diagnostic>.Continuation] in
            state.recent.append(diagnostic)
            if state.recent.count > Self.capacity { state.recent.removeFirst() }
            delivery.add(diagnostic)
            return Array(state.followers.values)
        }
        for follower in followers { follower.yield(diagnostic) }
        delivery.deliverSoon()
    }

    /// Returns when the handler has received all diagnostics that were reported before.
    func settle() async {
        await delivery.settle()
        await flush()
    }

    /// Ends the sequences of new diagnostics.
    func finish() {
        let followers = state.withLock { state in
            state.isFinished = true
            defer { state.followers = [:] }
            return Array(state.followers.values)
        }
        for follower in followers { follower.finish() }
    }
}
