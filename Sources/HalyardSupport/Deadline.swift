// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Runs something and waits for its end, but not for longer than a duration.
///
/// What is late goes on in its own task, and nobody waits for it any more. Returns whether it ended in time.
@discardableResult
package func withDeadline(
    _ duration: Duration, on time: any TimeSource, _ operation: @escaping @Sendable () async -> Void
) async -> Bool {
    let (ends, continuation) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingOldest(1))
    Task {
        await operation()
        continuation.yield(true)
    }
    let timer = Task {
        if (try? await time.sleep(for: duration)) != nil { continuation.yield(false) }
    }
    defer {
        timer.cancel()
        continuation.finish()
    }
    for await isInTime in ends { return isInTime }
    return false
}
