// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HalyardTransport
import HostileServer
import Testing

@Suite("Closing transports during requests")
struct LettingGoTests {
    @Test("Closes hundreds of transports while responses arrive", arguments: TransportKind.all)
    func whileAnswersCome(subject: TransportKind) async throws {
        let server = try HostileServer(answering: { _ in [.send(.response(200, body: "[]"))] })
        defer { server.stop() }
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    for _ in 0..<5 {
                        let transport = subject.make(time: ManualTime())
                        let sending = (0..<4).map { path in
                            Task {
                                _ = try? await transport.send(
                                    HTTPRequest(server.url("/\(number)/\(path)")), within: HTTPLimits())
                            }
                        }
                        // The first response has arrived. The others might not arrive.
                        await sending[0].value
                        await transport.close()
                        for task in sending { await task.value }
                    }
                }
            }
        }
        let transport = subject.make(time: ManualTime())
        #expect(try await transport.send(HTTPRequest(server.url("/")), within: HTTPLimits()).head.status == 200)
        await transport.close()
    }
}
