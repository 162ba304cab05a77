// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Runs something and waits for its end, but not for longer than a duration.
///
/// What is late goes on in its own task, and nobody waits for it any more. That the calling task is cancelled changes
/// nothing: this is for winding down, which is what a cancelled task does. Returns whether it ended in time.
@discardableResult
package func withDeadline(
    _ duration: Duration, on time: any TimeSource, _ operation: @escaping @Sendable () async -> Void
) async -> Bool {
    let race = Race()
    Task {
        await operation()
        race.end(inTime: true)
    }
    let timer = Task {
        if (try? await time.sleep(for: duration)) != nil { race.end(inTime: false) }
    }
    defer { timer.cancel() }
    return await race.winner
}

/// Two ends of which the first counts.
private final class Race: Sendable {
    private struct State {
        var isInTime: Bool?
        var waiting: CheckedContinuation<Bool, Never>?
    }

    private let state = Lock(State())

    func end(inTime isInTime: Bool) {
        let waiting = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard state.isInTime == nil else { return nil }
            state.isInTime = isInTime
            return state.waiting.take()
        }
        waiting?.resume(returning: isInTime)
    }

    /// Who came first; for one caller.
    var winner: Bool {
        get async {
            await withCheckedContinuation { continuation in
                let isInTime = state.withLock { state -> Bool? in
                    if state.isInTime == nil { state.waiting = continuation }
                    return state.isInTime
                }
                if let isInTime { continuation.resume(returning: isInTime) }
            }
        }
    }
}
