// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch

/// A serial queue that an actor runs on, so that the app's own objects, which may block, do not occupy a thread of the
/// cooperative pool.
final class ConfinementQueue: SerialExecutor {
    private let queue = DispatchQueue(label: "halyard.unleash-client")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Called by the runtime before it lets code into the actor; must trap where that would be wrong.
    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }

    /// Runs `body` on the queue, after earlier work.
    func later(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }

    /// Runs `body` on the queue and waits for it.
    func wait<Result>(_ body: () -> Result) -> Result { queue.sync(execute: body) }
}
