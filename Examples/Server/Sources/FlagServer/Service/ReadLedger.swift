// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Synchronization

/// How often apps have read each flag since the server started, by what they report in their vendor's protocol.
///
/// Safe to use from any thread.
final class ReadLedger: Sendable {
    /// The reads of one flag.
    struct Reads: Sendable, Equatable {
        var count = 0
        /// When the last report came.
        var last: Instant
    }

    /// How many flags are told apart; reads of more are counted in ``others``.
    static let limit = 10_000

    private struct State {
        var reads: [String: Reads] = [:]
        var others = 0
    }

    private let state = Mutex(State())
    private let changed = Signal()
    private let time: any TimeSource

    init(time: any TimeSource = SystemTime()) { self.time = time }

    /// Adds what an app reports, by flag.
    func add(_ counts: [String: Int]) {
        let counts = counts.filter { $0.value > 0 }
        if counts.isEmpty { return }
        let now = time.now
        state.withLock { state in
            for (key, count) in counts {
                if state.reads[key] == nil, state.reads.count >= Self.limit {
                    state.others = state.others.adding(count)
                    continue
                }
                var reads = state.reads[key] ?? Reads(last: now)
                (reads.count, reads.last) = (reads.count.adding(count), now)
                state.reads[key] = reads
            }
        }
        changed.send()
    }

    /// The reads by flag.
    var all: [String: Reads] { state.withLock { $0.reads } }

    /// The reads of flags beyond the first 10,000 names.
    var others: Int { state.withLock { $0.others } }

    /// An element after each report; several that come before the follower looks are one.
    var changes: AsyncStream<Void> { changed.followed() }
}

extension Int {
    /// The sum, or the greatest number: what apps report is not to be trusted.
    func adding(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
