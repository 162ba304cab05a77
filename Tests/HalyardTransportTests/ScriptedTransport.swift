// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HalyardTransport

/// A transport whose answers a test has written down.
final class ScriptedTransport: HTTPTransport {
    /// What comes next over a stream.
    enum Move: Sendable {
        case head(Int, HTTPHeaders)
        case text(String)
        /// Nothing, until the reader gives up.
        case silence
        /// The same, but for a transport that does not notice that the reader has given up.
        case deafSilence
        case end
        case failure(TransportError)

        static let eventStream = Move.head(200, ["Content-Type": "text/event-stream"])
    }

    private struct State {
        var streams: [[Move]]
        var answers: [Result<HTTPResponse, TransportError>]
        var requests: [HTTPRequest] = []
        var streamLimits: [HTTPStreamLimits] = []
        var readCount = 0
        var givenUpCount = 0
    }

    private let state: Lock<State>
    /// How many streams have come to a silence, or sends to their missing answer.
    private let silences = CurrentValue(0)

    init(streams: [[Move]] = [], answers: [Result<HTTPResponse, TransportError>] = []) {
        state = Lock(State(streams: streams, answers: answers))
    }

    /// What was asked for so far.
    var requests: [HTTPRequest] { state.withLock { $0.requests } }
    /// The limits of the streams that were opened.
    var streamLimits: [HTTPStreamLimits] { state.withLock { $0.streamLimits } }
    /// How many moves were read so far.
    var readCount: Int { state.withLock { $0.readCount } }
    /// How many silences ended because the reader was cancelled.
    var givenUpCount: Int { state.withLock { $0.givenUpCount } }

    func untilSilent(_ count: Int = 1) async {
        for await silent in silences.values() where silent >= count { return }
    }

    func send(_ request: HTTPRequest, within limits: HTTPLimits) async throws(TransportError) -> HTTPResponse {
        let answer = state.withLock { state in
            state.requests.append(request)
            return state.answers.isEmpty ? nil : state.answers.removeFirst()
        }
        if let answer { return try answer.get() }
        throw await silence(request.url)
    }

    func stream(_ request: HTTPRequest, within limits: HTTPStreamLimits) -> HTTPStream {
        HTTPStream { [self] in
            let script = Script(
                state.withLock { state -> [Move] in
                    state.requests.append(request)
                    state.streamLimits.append(limits)
                    return state.streams.isEmpty ? [.silence] : state.streams.removeFirst()
                })
            return { () async throws(TransportError) -> HTTPStream.Event? in
                try await self.play(script.next(), request)
            }
        }
    }

    func close() async {}

    private func play(_ move: Move, _ request: HTTPRequest) async throws(TransportError) -> HTTPStream.Event? {
        state.withLock { $0.readCount += 1 }
        switch move {
        case .head(let status, let headers):
            return .head(HTTPResponseHead(status: status, headers: headers, url: request.url))
        case .text(let text): return .bytes(Array(text.utf8))
        case .end: return nil
        case .failure(let error): throw error
        case .silence: throw await silence(request.url)
        case .deafSilence:
            let silence = Task { await self.silence(request.url) }
            throw await silence.value
        }
    }

    private func silence(_ url: String) async -> TransportError {
        silences.set(silences.value + 1)
        await untilCancelled()
        state.withLock { $0.givenUpCount += 1 }
        return TransportError(.cancelled, "The reader gave up.", url: url)
    }
}

private final class Script: Sendable {
    private let moves: Lock<[ScriptedTransport.Move]>

    init(_ moves: [ScriptedTransport.Move]) { self.moves = Lock(moves) }

    func next() -> ScriptedTransport.Move { moves.withLock { $0.isEmpty ? .end : $0.removeFirst() } }
}
