// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HalyardTesting

/// A value that is set once.
final class Once<Value: Sendable>: Sendable {
    private let stored = Lock<Value?>(nil)

    /// Returns the value of the first call.
    func value(_ value: Value) -> Value {
        stored.withLock { stored in
            let first = stored ?? value
            stored = first
            return first
        }
    }
}

/// A provider that serves one client at a time.
final class Exclusive: FlagProvider {
    let name = "exclusive"
    private let active = Lock<EvaluationContext?>(nil)

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        // A context change is allowed, because the same client sends a new request.
        let isFree = active.withLock { active in
            if active != nil, request.cause == .start { return false }
            active = request.context
            return true
        }
        guard isFree else { throw FlagError(.general, "In use.") }
        channel.publish(.ready(FlagSet(["new-nav": true], heldBy: name, for: request.context)))
        await untilCancelled()
        active.withLock { if $0 == request.context { $0 = nil } }
    }
}

/// A provider that throws a cancellation error without being canceled.
struct Skittish: FlagProvider {
    let name = "skittish"

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws { throw CancellationError() }
}

/// A provider that ends the runs of all clients when one of them ends.
final class Contagious: FlagProvider {
    let name = "contagious"
    private let ends = Lock<[AsyncStream<Never>.Continuation]>([])

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        let (nothing, end) = AsyncStream.makeStream(of: Never.self)
        if request.cause == .start { ends.withLock { $0.append(end) } }
        let flagSet = FlagSet(["new-nav": true], heldBy: name, for: request.context)
        guard channel.publish(.ready(flagSet)) else { return }
        for await _ in nothing {}
        Task {
            for _ in 0..<3 { await Task.yield() }
            for end in ends.withLock({ $0 }) { end.finish() }
        }
        throw CancellationError()
    }
}

/// A provider that is offline for all clients once one of them is offline.
final class AllOffline: FlagProvider {
    let name = "all-offline"
    private let isOffline = Lock(false)

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        if request.mode == .offline { isOffline.withLock { $0 = true } }
        if isOffline.withLock({ $0 }) { throw FlagError(.general, "Offline.") }
        channel.publish(.ready(FlagSet(["new-nav": true], heldBy: name, for: request.context)))
        await untilCancelled()
    }
}
