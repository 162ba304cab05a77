// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Runs an operation and returns its result, or `nil` if the operation takes longer than a duration.
///
/// A late operation continues in its own task, and its result is ignored. Cancellation of the calling task has no effect, because
/// this function is for cleanup, which canceled tasks also do.
package func withDeadline<Result: Sendable>(
    _ duration: Duration, on time: any TimeSource, _ operation: @escaping @Sendable () async -> Result
) async -> Result? {
    let first = FirstResult<Result?>()
    Task { first.set(await operation()) }
    let timer = Task {
        if (try? await time.sleep(for: duration)) != nil { first.set(nil) }
    }
    defer { timer.cancel() }
    return await first.value
}

/// Runs an operation, and returns whether it ended within a duration.
@discardableResult
package func withDeadline(
    _ duration: Duration, on time: any TimeSource, _ operation: @escaping @Sendable () async -> Void
) async -> Bool {
    let end: Void? = await withDeadline(duration, on: time, operation)
    return end != nil
}
