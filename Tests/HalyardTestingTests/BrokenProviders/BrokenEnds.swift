// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HalyardTesting

/// A provider whose name is empty after it's closed.
final class Nameless: FlagProvider {
    private let isClosed = Lock(false)

    var name: String { isClosed.withLock { $0 } ? "" : "nameless" }

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        channel.publish(.ready(FlagSet(["new-nav": true], heldBy: "nameless", for: request.context)))
    }

    func close() async { isClosed.withLock { $0 = true } }
}

/// A provider that can't be closed a second time.
final class ClosedOnce: FlagProvider {
    let name = "closed-once"
    private let stuck: Stuck
    private let isClosed = Lock(false)

    init(stuck: Stuck) { self.stuck = stuck }

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        channel.publish(.ready(FlagSet(["new-nav": true], heldBy: name, for: request.context)))
    }

    func close() async {
        let wasClosed = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return isClosed
        }
        if wasClosed { await stuck.stay() }
    }
}

/// A provider that waits for the end of its runs before it erases a context.
struct Unforgetting: FlagProvider {
    let name = "unforgetting"
    let stuck: Stuck

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        channel.publish(.ready(FlagSet(["new-nav": true], heldBy: name, for: request.context)))
        await untilCancelled()
    }

    func erase(_ context: EvaluationContext) async { await stuck.stay() }
}

/// A provider that can't run again after it's closed.
final class ClosedForGood: FlagProvider {
    let name = "closed-for-good"
    private let isClosed = Lock(false)

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        if isClosed.withLock({ $0 }) { throw FlagError(.general, "The transport is closed.") }
        channel.publish(.ready(FlagSet(["new-nav": true], heldBy: name, for: request.context)))
        await untilCancelled()
    }

    func close() async { isClosed.withLock { $0 = true } }
}
