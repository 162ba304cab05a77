// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch

/// The events that the samples' handlers received, as lines that a test can wait for.
final class Heard: @unchecked Sendable {
    // Sound: all access is on the queue.
    private var lines: [String] = []
    private let queue = DispatchQueue(label: "heard")
    private let added = DispatchSemaphore(value: 0)

    func add(_ line: String) {
        queue.sync { lines.append(line) }
        added.signal()
    }

    /// Returns the lines once there are enough, or the current lines after half a minute.
    func wait(for count: Int) -> [String] {
        for _ in 0..<count { _ = added.wait(timeout: .now() + 30) }
        return queue.sync { lines }
    }
}

let heard = Heard()
