// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Runs something and waits for its result, but not for longer than a duration; nil when it is late.
///
/// What is late goes on in its own task, and no one waits for it any more. That the calling task is cancelled changes
/// nothing: this is for winding down, which is what a cancelled task does.
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

/// Runs something and waits for its end, but not for longer than a duration; returns whether it ended in time.
@discardableResult
package func withDeadline(
    _ duration: Duration, on time: any TimeSource, _ operation: @escaping @Sendable () async -> Void
) async -> Bool {
    let end: Void? = await withDeadline(duration, on: time, operation)
    return end != nil
}
