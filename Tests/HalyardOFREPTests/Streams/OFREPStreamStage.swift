// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
@testable import HalyardOFREP
import HalyardSupport
import HostileServer
import TestSupport
import Testing

/// A service whose flags and event streams do what a test says, and a clock that stands still.
struct OFREPStreamStage {
    let server: HostileServer
    let time = ManualTime()
    /// Whether the first stream opens, which causes a request of its own.
    private let opens: Bool

    /// Makes a stage.
    ///
    /// - Parameters:
    ///   - opens: Whether the first stream opens; the first answer is given once more then, to the request that this causes.
    ///   - flags: The answers to requests for flags, the last one again and again.
    ///   - streams: What is done with each request for an event stream, the last one again and again.
    init(opens: Bool = true, flags: [Wire], streams: [[Step]] = [[.send(.eventStream), .stall]]) throws {
        self.opens = opens
        let (flags, streams) = (InTurn(opens ? flags.prefix(1) + flags : flags), InTurn(streams))
        server = try HostileServer { request in
            if request.target == Self.roundTripTarget { return [.send(.response(204))] }
            return request.method == "POST" ? [.send(flags.next())] : streams.next()
        }
    }

    /// The requests for flags, without the one that the opening of the first stream causes.
    var asked: [RecordedRequest] {
        let all = server.requests.filter { $0.method == "POST" }
        return opens ? Array(all.prefix(1) + all.dropFirst(2)) : all
    }

    /// The requests for event streams.
    var opened: [RecordedRequest] {
        server.requests.filter { $0.method == "GET" && $0.target != Self.roundTripTarget }
    }

    private static let roundTripTarget = "/round-trip"

    func provider(_ change: (inout OFREPOptions) -> Void = { _ in }) throws -> OFREPProvider {
        var options = OFREPOptions(url: server.url("/base"))
        options.bearer = Secret("s3cret")
        change(&options)
        return try OFREPProvider(
            options, transport: PlatformTransport.make(time: ManualTime()), time: time, random: SeededRandom(seed: 1))
    }

    static let ann = EvaluationContext.user("ann", ["plan": "gold"])

    /// A client that has been started, whose streams are open, and which knows that it has missed nothing.
    func started(
        _ provider: any FlagProvider, streams: Int = 1, _ change: (inout FlagClient.Options) -> Void = { _ in }
    ) async -> FlagClient {
        let client = FlagClient(
            provider: provider, context: Self.ann, options: .manual(ManualTime(), change: change))
        #expect(await client.start() == .ready)
        await until { opened.count >= streams }
        if opens {
            await until(moving: time, by: .milliseconds(50)) { server.requests.count { $0.method == "POST" } >= 2 }
            await client.until { $0.flagSet?.announcement ?? 0 > 0 }
        }
        return client
    }

    /// Waits until so many requests for flags have come, and moves the clock meanwhile.
    func untilAsked(
        _ count: Int, by step: Duration = .milliseconds(50), at sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        await until(moving: time, by: step, at: sourceLocation) { asked.count >= count }
    }

    /// Fails if a request for flags comes while the clock moves.
    func expectSilence(for duration: Duration, at sourceLocation: SourceLocation = #_sourceLocation) async {
        let count = asked.count
        for _ in 0..<10 {
            time.advance(by: duration / 10)
            await roundTrip()
        }
        #expect(asked.count == count, sourceLocation: sourceLocation)
    }

    /// Sends a request of its own and receives the response, as a request that was sent before has reached the server by then.
    func roundTrip() async {
        guard let client = try? PlainClient(server) else {
            Issue.record("no connection to the server")
            return
        }
        await client.send(Wire(Array("GET \(Self.roundTripTarget) HTTP/1.1\r\nHost: a\r\n\r\n".utf8)))
        #expect(await client.receive().starts(with: Array("HTTP/1.1 204".utf8)))
        client.close()
    }
}

extension OFREPProvider {
    /// The number of the newest announcement that has come.
    var lastAnnouncement: Int { get async { await streams.news(for: OFREPStreamStage.ann).number } }

    /// Whether the streams of the stage's context are open.
    var isLive: Bool { get async { await streams.news(for: OFREPStreamStage.ann).isLive } }
}

extension Wire {
    /// An answer with flags that are true, and event streams.
    static func ofrep(_ keys: String..., tag: String? = nil, streams: String...) -> Wire {
        let flags = keys.map { #"{"key":"\#($0)","value":true,"reason":"STATIC","variant":"on"}"# }
        return .flags(
            #"{"flags":[\#(flags.joined(separator: ","))],"eventStreams":[\#(streams.joined(separator: ","))]}"#,
            tag: tag)
    }

    /// An event of a stream, as one chunk.
    static func refetch(_ members: String = "") -> Wire {
        .chunk(Wire(Array("data: {\"type\":\"refetchEvaluation\"\(members)}\n\n".utf8)))
    }
}

extension String {
    /// An entry of `eventStreams` on the service's own origin.
    static func endpoint(_ uri: String, _ more: String = "") -> String {
        #"{"type":"sse","endpoint":{"requestUri":"\#(uri)"}\#(more)}"#
    }
}
