// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HalyardTesting

/// A provider that never publishes a state.
struct Silent: FlagProvider {
    let name = "silent"
    let stuck: Stuck

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws { await stuck.stay() }
}

/// A provider that returns without publishing a state.
struct Absent: FlagProvider {
    let name = "absent"

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {}
}

/// A provider that ignores cancellation.
struct Stubborn: FlagProvider {
    let name = "stubborn"
    let stuck: Stuck

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        channel.publish(.ready(FlagSet(["new-nav": true], heldBy: name, for: request.context)))
        await untilCancelled()
        await stuck.stay()
    }
}

/// A provider that publishes no flags in a resumed run.
struct Contented: FlagProvider {
    let name = "contented"
    let stuck: Stuck

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        if request.resume != nil { await stuck.stay() }
        channel.publish(.ready(FlagSet(["new-nav": true], heldBy: name, for: request.context)))
    }
}

/// A provider that publishes a state to runs that have ended.
final class Polite: FlagProvider {
    let name = "polite"
    private let channels = Lock<[FlagChannel]>([])

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        channels.withLock { $0.append(channel) }
        channel.publish(.ready(FlagSet(["new-nav": true], heldBy: name, for: request.context)))
        await untilCancelled()
    }

    func close() async {
        let channels = channels.withLock { channels in
            defer { channels = [] }
            return channels
        }
        for channel in channels { channel.publish(.failed(FlagError(.general, "Closed."))) }
    }
}

/// A provider whose unawaited task publishes a state after a context was erased and the provider was closed.
final class Unsupervised: FlagProvider {
    let name = "unsupervised"
    private let isErased = Lock(false)
    private let isClosed = CurrentValue(false)

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        let state = ProviderState.ready(FlagSet(["new-nav": true], heldBy: name, for: request.context))
        channel.publish(state)
        Task {
            for await isClosed in isClosed.values() where isClosed { break }
            for _ in 0..<3 { await Task.yield() }
            if isErased.withLock({ $0 }) { channel.publish(state) }
        }
    }

    func erase(_ context: EvaluationContext) async { isErased.withLock { $0 = true } }

    func close() async { isClosed.set(true) }
}
