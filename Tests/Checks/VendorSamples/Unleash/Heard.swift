// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch

/// What the handlers of the samples heard; each line is waited for.
final class Heard: @unchecked Sendable {
    // Sound: all access is on the queue.
    private var lines: [String] = []
    private let queue = DispatchQueue(label: "heard")
    private let added = DispatchSemaphore(value: 0)

    func add(_ line: String) {
        queue.sync { lines.append(line) }
        added.signal()
    }

    /// The lines, once there are so many; fewer after half a minute.
    func wait(for count: Int) -> [String] {
        for _ in 0..<count { _ = added.wait(timeout: .now() + 30) }
        return queue.sync { lines }
    }
}

let heard = Heard()
