// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import CHalyardThread
import HalyardSupport

/// A client's counting window in several parts, so that threads that read snapshots don't wait for each other.
///
/// Measured in Tests/Checks/Benchmarks ("two threads over one client"): with one part, two threads of a server did no more
/// work than one.
final class CountingWindows: Sendable {
    private final class Part: Sendable {
        let window: Lock<CountingWindow>

        init(start: Instant) { window = Lock(CountingWindow(start: start, consent: 1)) }
    }

    private let parts: [Part]
    /// 1 after a part is full, until the window is closed.
    private let fullness = AtomicNumber()

    init(start: Instant) { parts = (0..<8).map { _ in Part(start: start) } }

    /// Changes the part of the calling thread.
    func withOwn<Result>(_ body: (inout sending CountingWindow) -> sending Result) -> Result {
        parts[Int(truncatingIfNeeded: halyard_thread_place() &* 3) & 7].window.withLock(body)
    }

    /// A Boolean value that indicates whether the window should be closed.
    var isFull: Bool { fullness.relaxed != 0 }

    /// Adds reads of a flag that the calling thread has counted.
    func add(_ reads: Int, _ target: Evaluation.ReadTarget = .value, of flag: ServedFlag) {
        let isFull = withOwn { window in
            window.add(reads, target, of: flag)
            return window.isFull
        }
        if isFull { fullness.relaxed = 1 }
    }

    /// Returns the counted evaluations and begins a new window.
    ///
    /// - Parameter consent: The consent under which reads count in the new window.
    func drain(at now: Instant, next consent: UInt64) -> CountingWindow {
        fullness.relaxed = 0
        var whole = CountingWindow(start: now, consent: consent)
        for (number, part) in parts.enumerated() {
            let taken = part.window.withLock { window in
                defer { window = CountingWindow(start: now, consent: consent) }
                return window
            }
            if number == 0 { whole = taken } else { whole.merge(taken) }
        }
        return whole
    }
}
