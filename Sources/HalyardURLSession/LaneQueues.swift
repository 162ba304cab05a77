// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch
import HalyardSupport

/// Gives each session a queue of its own, and all of them together few threads.
///
/// A call into a session waits on Linux for the session's own queue. The system has 255 threads for queues: were each of
/// several hundred sessions to wait on one of them, none would be left for what they wait for, for ever.
enum LaneQueues {
    private static let roots = (1...32).map { DispatchQueue(label: "halyard.transport.lane-\($0)") }
    private static let count = Lock(0)

    static func next(_ label: String) -> DispatchQueue {
        let number = count.withLock { count in
            count += 1
            return count
        }
        return DispatchQueue(label: label, target: roots[number & (roots.count - 1)])
    }
}
