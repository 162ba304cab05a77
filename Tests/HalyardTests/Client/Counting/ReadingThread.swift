// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import HalyardSupport
import TestSupport
import Testing

/// A thread that runs a test's code step by step, so that the test controls what each thread has read.
final class ReadingThread: Sendable {
    private let steps: AsyncStep

    private final class AsyncStep: Sendable {
        let wakeUp = DispatchSemaphore(value: 0)
        let next = Lock<(@Sendable () -> Void)?>(nil)
        let hasEnded = Lock(false)
    }

    init() {
        let steps = AsyncStep()
        self.steps = steps
        Thread.detachNewThread {
            while true {
                steps.wakeUp.wait()
                guard let step = steps.next.withLock({ $0.take() }) else { break }
                step()
            }
            steps.hasEnded.withLock { $0 = true }
        }
    }

    /// Runs code on the thread and returns its result.
    func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            steps.next.withLock { $0 = { continuation.resume(returning: body()) } }
            steps.wakeUp.signal()
        }
    }

    /// Ends the thread, which might still run its destructors when this method returns.
    func end() async {
        steps.wakeUp.signal()
        await until { steps.hasEnded.withLock { $0 } }
    }
}
