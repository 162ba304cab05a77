// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HalyardTransport
import HostileServer
import Testing

@Suite("Letting transports go")
struct LettingGoTests {
    @Test("closing hundreds of transports while their answers come does no harm", arguments: TransportKind.all)
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
                        // The first answer is there, and the others come or do not come any more.
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
