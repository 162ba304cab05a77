// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import HalyardSupport
package import Testing

/// Waits until a condition holds, and records an issue at the caller's line when it does not hold in time.
///
/// Looks again every millisecond, so that many tests which wait leave the processor to what they wait for.
///
/// - Parameters:
///   - time: A clock to move before every look but the first.
///   - step: How far.
package func until(
    moving time: ManualTime? = nil, by step: Duration = .zero,
    isolation: isolated (any Actor)? = #isolation, at sourceLocation: SourceLocation = #_sourceLocation,
    _ holds: () async throws -> Bool
) async rethrows {
    // Only ends a hang: no test may depend on it.
    let limit = Duration.seconds(600)
    let end = ContinuousClock.now + limit
    var looks = 0
    while try await !holds() {
        guard !Task.isCancelled else { return }
        guard ContinuousClock.now < end else {
            Issue.record("What this line waits for did not come within \(limit).", sourceLocation: sourceLocation)
            return
        }
        time?.advance(by: step)
        looks += 1
        // Most conditions hold after a turn of another task or two.
        if looks < 20 { await Task.yield() } else { try? await SystemTime().sleep(for: .milliseconds(1)) }
    }
}

/// Starts a task that has ended, or waits for something, when this returns.
///
/// On older Apple systems, the task might not have begun.
package func startedTask(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        Task.immediate { await body() }
    } else {
        Task { await body() }
    }
}

extension ManualTime {
    /// Returns as soon as at least `count` callers sleep, and records an issue at the caller's line when they do not in time.
    package func awaitSleepers(_ count: Int = 1, at sourceLocation: SourceLocation = #_sourceLocation) async {
        await until(at: sourceLocation) { sleeperCount >= count }
    }

    /// Returns when something sleeps for exactly this long, so that other sleepers can't be mistaken for it.
    package func awaitSleeper(for rest: Duration, at sourceLocation: SourceLocation = #_sourceLocation) async {
        await until(at: sourceLocation) { rests.contains(rest) }
    }
}
