// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Synchronization

/// The number of reads of each flag that apps have reported since the server started.
///
/// Safe to use from any thread.
final class ReadLedger: Sendable {
    /// The reads of one flag.
    struct Reads: Sendable, Equatable {
        var count = 0
        /// The date of the last report.
        var last: Instant
    }

    /// Maximum number of flag keys that are counted separately.
    ///
    /// ``others`` counts the reads of further keys.
    static let limit = 10_000

    private struct State {
        var reads: [String: Reads] = [:]
        var others = 0
    }

    private let state = Mutex(State())
    private let changed = Signal()
    private let time: any TimeSource

    init(time: any TimeSource = SystemTime()) { self.time = time }

    /// Adds the reads that an app reports, by flag key.
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

    /// The reads by flag key.
    var all: [String: Reads] { state.withLock { $0.reads } }

    /// The number of reads of flags after the first 10,000 keys.
    var others: Int { state.withLock { $0.others } }

    /// A stream with an element after each report.
    ///
    /// Several reports can be merged into one element.
    var changes: AsyncStream<Void> { changed.followed() }
}

extension Int {
    /// Returns the sum, or the maximum integer if it overflows, because an app can report any number.
    func adding(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
