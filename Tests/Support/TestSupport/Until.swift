// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import HalyardSupport
package import Testing

/// Waits until a condition is true, and records an issue at the caller's line if that doesn't happen in time.
///
/// It checks the condition only every millisecond, so that waiting tests don't use much processor time.
///
/// - Parameters:
///   - time: A clock to advance before every check except the first one.
///   - step: The duration to advance the clock by.
package func until(
    moving time: ManualTime? = nil, by step: Duration = .zero,
    isolation: isolated (any Actor)? = #isolation, at sourceLocation: SourceLocation = #_sourceLocation,
    _ holds: () async throws -> Bool
) async rethrows {
    // The limit only ends a hang, and no test can depend on it.
    let limit = Duration.seconds(600)
    let end = ContinuousClock.now + limit
    var looks = 0
    while try await !holds() {
        guard !Task.isCancelled else { return }
        guard ContinuousClock.now < end else {
            Issue.record("The condition didn't become true within \(limit).", sourceLocation: sourceLocation)
            return
        }
        time?.advance(by: step)
        looks += 1
        // Most conditions become true after one or two other tasks have run.
        if looks < 20 { await Task.yield() } else { try? await SystemTime().sleep(for: .milliseconds(1)) }
    }
}

/// Returns a new task that has already run to its end or first suspension.
///
/// On older Apple systems, the task might not have started yet.
package func startedTask(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        Task.immediate { await body() }
    } else {
        Task { await body() }
    }
}

extension ManualTime {
    /// Waits until at least `count` callers sleep, and records an issue at the caller's line if they don't in time.
    package func awaitSleepers(_ count: Int = 1, at sourceLocation: SourceLocation = #_sourceLocation) async {
        await until(at: sourceLocation) { sleeperCount >= count }
    }

    /// Waits until a caller sleeps for exactly this duration, which distinguishes it from other callers.
    package func awaitSleeper(for rest: Duration, at sourceLocation: SourceLocation = #_sourceLocation) async {
        await until(at: sourceLocation) { rests.contains(rest) }
    }
}
