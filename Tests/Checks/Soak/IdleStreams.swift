// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HalyardTransport
import HostileServer

/// The cost of open, idle streams, which must be very low because an app has a stream open all day.
enum IdleStreams {
    /// The share of one processor that fails the check.
    ///
    /// The aim is a quarter of it.
    private static let limit = 0.02

    /// Measures 1, 10, and 100 streams for a duration each.
    ///
    /// Returns the failures.
    static func run(
        over name: String, for duration: Duration, isGated: Bool, _ make: () -> any HTTPTransport
    ) async throws -> [String] {
        var complaints: [String] = []
        for count in [1, 10, 100] {
            let server = try HostileServer(answering: { _ in [.send(.eventStream + .heartbeat), .stall] })
            let transport = make()
            var iterators: [HTTPStream.Iterator] = []
            for _ in 0..<count {
                var iterator = transport.stream(HTTPRequest(server.url()), within: HTTPStreamLimits())
                    .makeAsyncIterator()
                // Reads the response head and the first comment.
                _ = try await iterator.next(isolation: nil)
                _ = try await iterator.next(isolation: nil)
                iterators.append(iterator)
            }
            let (time, processor) = (SystemTime(), ProcessUsage.processorTime)
            let start = time.uptime
            try await time.sleep(for: duration)
            let share = (ProcessUsage.processorTime - processor) / (time.uptime - start)
            let text = "\(Double(Int(share * 10_000)) / 100) % of a core"
            print("soak: idle: \(count) streams over \(name): \(text) in \(duration)")
            if isGated, share > limit { complaints.append("\(count) idle streams over \(name) cost \(text)") }
            withExtendedLifetime(iterators) {}
            await transport.close()
            server.stop()
            try await server.untilEnded()
        }
        return complaints
    }
}
