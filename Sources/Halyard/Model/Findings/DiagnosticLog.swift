// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Collects what a client and its provider report.
///
/// ```swift
/// for finding in flags.diagnostics.recent { print(finding) }
/// ```
/// Safe to use from any thread.
///
/// The last hundred findings are kept, a handler receives each one (``FlagClient/Options/diagnosticHandler``), and
/// ``updates`` can be followed.
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

    /// Makes a log.
    ///
    /// - Parameter handler: Called for each finding, in order, one at a time, on a thread that holds no lock.
    public convenience init(handler: @escaping @Sendable (Diagnostic) -> Void = { _ in }) {
        self.init(handler: handler) {}
    }

    /// Makes a log whose handler passes findings on; `flush` returns when they have arrived.
    init(handler: @escaping @Sendable (Diagnostic) -> Void, flush: @escaping @Sendable () async -> Void) {
        delivery = SerialDelivery(handler)
        self.flush = flush
    }

    /// The last hundred findings, the newest last.
    public var recent: [Diagnostic] { state.withLock { $0.recent } }

    /// The findings from now on; ends with the client.
    ///
    /// A reader that falls more than a hundred behind loses the oldest.
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

    /// Adds a finding.
    ///
    /// The handler is called soon, from a task, so this may be called anywhere.
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

    /// Returns when the handler has seen everything that was reported before.
    func settle() async {
        await delivery.settle()
        await flush()
    }

    /// Ends the sequences that follow the log.
    func finish() {
        let followers = state.withLock { state in
            state.isFinished = true
            defer { state.followers = [:] }
            return Array(state.followers.values)
        }
        for follower in followers { follower.finish() }
    }
}
