// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

/// The set of event streams to open, for a server whose responses can contain new stream addresses.
///
/// It's a pure value, without time, tasks, or connections. An open stream of an earlier response remains until a stream of
/// the newest response is open, so that no change is missed.
///
/// If a stream remained open for less than 1 minute, its replacement opens after an increasing delay of up to 5 minutes.
/// Otherwise a server with a new address in each response would receive requests endlessly, because each opened stream
/// causes a request.
struct EventStreamSet<Address: Hashable & Sendable>: Sendable {
    /// The streams to open and close.
    struct Changes: Sendable {
        /// The streams to open.
        var opened: [Address] = []
        /// The delay before streams are opened.
        var delay = Duration.zero
        /// The streams to close.
        var closed: [Address] = []
    }

    private struct Stream {
        var isOpen = false
        var isRefused = false
        /// The number of consecutive failures, including failures of the previous address.
        var failureCount = 0
        var problem: EventSource.Problem?
    }

    private var streams: [Address: Stream] = [:]
    /// The uptime when a stream was last opened, or `nil` if none was opened.
    private var openedAt: Duration?
    private var pace = Backoff(maximum: .seconds(300))

    /// The unique addresses of the newest response.
    private(set) var addresses: [Address] = []

    private var current: [(address: Address, stream: Stream)] {
        addresses.compactMap { address in streams[address].map { (address, $0) } }
    }

    /// A Boolean value that indicates whether the newest response contains streams, and all of them are open.
    var isLive: Bool { !addresses.isEmpty && current.allSatisfy(\.stream.isOpen) }

    /// A Boolean value that indicates whether a stream of the newest response was rejected.
    ///
    /// Only another response can then provide a usable address.
    var isRefused: Bool { current.contains(where: \.stream.isRefused) }

    /// A stream of the newest response that failed to open twice in a row, with its problem, or `nil` if there is none.
    var lost: (address: Address, problem: EventSource.Problem)? {
        for (address, stream) in current where stream.failureCount > 1 {
            if let problem = stream.problem { return (address, problem) }
        }
        return nil
    }

    /// Applies the addresses of a response.
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

    /// Applies the status of an event source.
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
