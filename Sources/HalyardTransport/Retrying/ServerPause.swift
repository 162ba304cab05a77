// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import HalyardSupport

/// The pause that a server asked for (`Retry-After`), for all requests that must keep it, whatever causes them.
///
/// ```swift
/// let transport = pause.observing(transport)
/// try await pause.wait()
/// let response = try await transport.send(request, within: limits)
/// ```
public actor ServerPause {
    private static let longest = Duration.seconds(3600)

    let time: any TimeSource
    /// When it ends, since the time source's start.
    private var end = Duration.zero

    /// Makes an object without a pause.
    public init(on time: any TimeSource) { self.time = time }

    /// What is left of the pause; zero without one.
    public var rest: Duration { max(end - time.uptime, .zero) }

    /// Begins a pause of at most an hour, unless one that is longer has begun.
    public func begin(_ duration: Duration) { end = max(end, time.uptime + min(duration, Self.longest)) }

    /// Returns when the pause is over, also one that begins meanwhile; throws when the task is cancelled.
    public func wait() async throws {
        while rest > .zero { try await time.sleep(for: rest) }
    }
}
