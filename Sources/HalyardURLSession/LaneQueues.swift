// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch
import HalyardSupport

/// The queues of the sessions, which share a few threads.
///
/// On Linux, a call into a session waits for the session's own queue. The system has 255 threads for queues. If several hundred
/// sessions each waited on one of these threads, no thread would remain for the work that they wait for.
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
