// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import HalyardTransport

/// An event source that reports everything that it receives to a test.
final class StreamSubject: Subject {
    private struct Command: Decodable {
        var command: String
    }

    /// A report to a test.
    private struct Message: Encodable {
        struct Event: Encodable {
            var type: String
            var data: String
            var id: String
        }

        var kind: String
        var event: Event?
        var comment: String?
        var error: String?
    }

    private let source: EventSource
    private let telling: Task<Void, Never>

    init(_ parameters: StreamParameters, _ transport: any HTTPTransport) {
        let request = parameters.request
        let source = EventSource(
            transport: transport, policy: parameters.policy, lastEventID: parameters.lastEventId ?? ""
        ) { request }
        self.source = source
        telling = Task {
            var count = 0
            for await message in source.compactMap({ Self.message($0) }) {
                count += 1
                guard let body = try? JSONEncoder().encode(message) else { continue }
                // A finished test no longer responds.
                _ = try? await transport.send(
                    HTTPRequest(
                        "\(parameters.callbackUrl)/\(count)", method: "POST",
                        headers: ["Content-Type": "application/json"], body: Array(body)), within: HTTPLimits())
            }
        }
    }

    func perform(_ body: Data) async throws -> Data? {
        let command = try Command(body: body).command
        guard command == "restart" else { throw Refusal.undecodable("Unknown command \"\(command)\".") }
        source.restart()
        return nil
    }

    func close() async { source.close() }

    private static func message(_ event: EventSource.Event) -> Message? {
        switch event {
        case .event(let event):
            Message(
                kind: "event",
                event: Message.Event(type: event.type, data: event.data, id: event.lastEventID))
        case .comment(let text): Message(kind: "comment", comment: text)
        case .status(.waiting(_, after: let problem)), .status(.closed(.refused(let problem))):
            Message(kind: "error", error: "\(problem)")
        case .status: nil
        }
    }
}
