// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

/// Which event streams are to be open, where a server names their addresses anew with each answer: a pure value, without time,
/// tasks or connections.
///
/// An open stream of an earlier answer stays until one of the newest answer is open, so that nothing is missed in between. A stream
/// that takes the place of one that did not live for a minute comes after a delay, ever longer, up to five minutes: otherwise a
/// server that names another address each time, and is asked whenever a stream opens, would be asked without end.
struct EventStreamSet<Address: Hashable & Sendable>: Sendable {
    /// What is to be opened and closed.
    struct Changes: Sendable {
        /// The streams to open.
        var opened: [Address] = []
        /// How long to wait before.
        var delay = Duration.zero
        /// The streams to close.
        var closed: [Address] = []
    }

    private struct Stream {
        var isOpen = false
        var isRefused = false
        /// How often in a row it was not there, also under the address before.
        var failureCount = 0
        var problem: EventSource.Problem?
    }

    private var streams: [Address: Stream] = [:]
    /// When one was last opened; nil for never.
    private var openedAt: Duration?
    private var pace = Backoff(maximum: .seconds(300))

    /// The addresses of the newest answer, each once.
    private(set) var addresses: [Address] = []

    private var current: [(address: Address, stream: Stream)] {
        addresses.compactMap { address in streams[address].map { (address, $0) } }
    }

    /// Whether there are streams in the newest answer, and all of them are open.
    var isLive: Bool { !addresses.isEmpty && current.allSatisfy(\.stream.isOpen) }

    /// Whether one of the newest answer was refused, so that only another answer can help.
    var isRefused: Bool { current.contains(where: \.stream.isRefused) }

    /// A stream of the newest answer that could not be opened twice in a row, and why; nil for none.
    var lost: (address: Address, problem: EventSource.Problem)? {
        for (address, stream) in current where stream.failureCount > 1 {
            if let problem = stream.problem { return (address, problem) }
        }
        return nil
    }

    /// Takes the addresses of an answer.
    mutating func follow(
        _ addresses: [Address], at uptime: Duration, random: some RandomSource
    ) -> Changes {
        let isFirst = streams.isEmpty && openedAt == nil
        self.addresses = addresses.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        let superfluous = streams.filter { !self.addresses.contains($0.key) && (addresses.isEmpty || !$0.value.isOpen) }
        var changes = Changes(closed: Array(superfluous.keys))
        for address in changes.closed { streams[address] = nil }
        changes.opened = self.addresses.filter { streams[$0]?.isRefused ?? true }
        if changes.opened.isEmpty { return changes }
        if !isFirst { changes.delay = delay(before: changes.opened, at: uptime, random: random) }
        let worst = superfluous.values.max { $0.failureCount < $1.failureCount }
        for address in changes.opened {
            var stream = streams[address] ?? worst ?? Stream()
            stream.isRefused = false
            streams[address] = stream
        }
        return changes
    }

    private mutating func delay(
        before opened: [Address], at uptime: Duration, random: some RandomSource
    ) -> Duration {
        if let openedAt, uptime - openedAt >= pace.resetThreshold { pace.succeeded() }
        let isAgain = pace.failureCount > 0 || opened.contains { streams[$0] != nil }
        let delay = pace.recordFailure(random: random)
        return isAgain ? delay : .zero
    }

    /// Takes what an event source says about its stream.
    mutating func receive(_ status: EventSource.Status, from address: Address, at uptime: Duration) -> Changes {
        guard var stream = streams[address] else { return Changes() }
        switch status {
        case .open:
            stream.isOpen = true
            stream.failureCount = 0
            openedAt = uptime
        case .waiting(_, let problem), .closed(.refused(let problem)):
            stream.isOpen = false
            stream.problem = problem
            stream.failureCount += 1
            if case .closed = status { stream.isRefused = true }
        case .connecting, .closed(.closedHere): return Changes()
        }
        streams[address] = stream
        guard stream.isOpen, addresses.contains(address) else { return Changes() }
        let closed = streams.keys.filter { !addresses.contains($0) }
        for address in closed { streams[address] = nil }
        return Changes(closed: closed)
    }
}
