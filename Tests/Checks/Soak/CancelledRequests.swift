// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardNetwork
import HalyardSupport
import HalyardTransport
import HostileServer

/// Canceled requests, for a run under valgrind, which finds memory leaks.
///
///     valgrind --leak-check=full --undef-value-errors=no .build/debug/Soak cancelled 1000
enum CancelledRequests {
    /// Cancels a number of requests once the server has read them.
    ///
    /// Every second request is a stream.
    static func run(_ count: Int) async throws {
        let server = try HostileServer(answering: { _ in [.send(.eventStream + .heartbeat), .stall] })
        let transport = PlatformTransport.make()
        for number in 0..<count {
            let request = HTTPRequest(server.url("/\(number)"))
            let task = Task {
                if number.isMultiple(of: 2) {
                    for try await _ in transport.stream(request, within: HTTPStreamLimits()) {}
                } else {
                    _ = try await transport.send(request, within: HTTPLimits(deadline: .seconds(300)))
                }
            }
            _ = try await server.nextRequest()
            task.cancel()
            _ = await task.result
        }
        await transport.close()
        server.stop()
        try await server.untilEnded()
        print("soak: \(count) canceled requests: \(ProcessUsage.now.map { "\($0)" } ?? "")")
    }
}
