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

/// A server with scripted flags and event streams, and a manual clock.
struct OFREPStreamStage {
    let server: HostileServer
    let time = ManualTime()
    /// A Boolean value that indicates whether the first stream opens, which causes an additional request.
    private let opens: Bool

    /// Creates a stage.
    ///
    /// - Parameters:
    ///   - opens: A Boolean value that indicates whether the first stream opens. The opening causes a request, which
    ///     receives the first response again.
    ///   - flags: The responses to requests for flags. The last one repeats.
    ///   - streams: The steps for each request for an event stream. The last ones repeat.
    init(opens: Bool = true, flags: [Wire], streams: [[Step]] = [[.send(.eventStream), .stall]]) throws {
        self.opens = opens
        let (flags, streams) = (InTurn(opens ? flags.prefix(1) + flags : flags), InTurn(streams))
        server = try HostileServer { request in
            if request.target == Self.roundTripTarget { return [.send(.response(204))] }
            return request.method == "POST" ? [.send(flags.next())] : streams.next()
        }
    }

    /// The requests for flags, without the request that the first stream's opening causes.
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

    /// Returns a started client whose streams are open and whose flags are up to date.
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

    /// Moves the clock until the server has received a number of requests for flags.
    func untilAsked(
        _ count: Int, by step: Duration = .milliseconds(50), at sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        await until(moving: time, by: step, at: sourceLocation) { asked.count >= count }
    }

    /// Fails if a request for flags arrives while the clock moves.
    func expectSilence(for duration: Duration, at sourceLocation: SourceLocation = #_sourceLocation) async {
        let count = asked.count
        for _ in 0..<10 {
            time.advance(by: duration / 10)
            await roundTrip()
        }
        #expect(asked.count == count, sourceLocation: sourceLocation)
    }

    /// Sends a separate request and receives its response, after which earlier requests have reached the server.
    func roundTrip() async {
        guard let client = try? PlainClient(server) else {
            Issue.record("The connection to the server failed.")
            return
        }
        await client.send(Wire(Array("GET \(Self.roundTripTarget) HTTP/1.1\r\nHost: a\r\n\r\n".utf8)))
        #expect(await client.receive().starts(with: Array("HTTP/1.1 204".utf8)))
        client.close()
    }
}

extension OFREPProvider {
    /// The number of the newest received announcement.
    var lastAnnouncement: Int { get async { await streams.news(for: OFREPStreamStage.ann).number } }

    /// A Boolean value that indicates whether the streams of the stage's context are open.
    var isLive: Bool { get async { await streams.news(for: OFREPStreamStage.ann).isLive } }
}

extension Wire {
    /// Returns a response with flags that are true, and with event streams.
    static func ofrep(_ keys: String..., tag: String? = nil, streams: String...) -> Wire {
        let flags = keys.map { #"{"key":"\#($0)","value":true,"reason":"STATIC","variant":"on"}"# }
        return .flags(
            #"{"flags":[\#(flags.joined(separator: ","))],"eventStreams":[\#(streams.joined(separator: ","))]}"#,
            tag: tag)
    }

    /// Returns a stream event as one chunk.
    static func refetch(_ members: String = "") -> Wire {
        .chunk(Wire(Array("data: {\"type\":\"refetchEvaluation\"\(members)}\n\n".utf8)))
    }
}

extension String {
    /// Returns an entry of `eventStreams` on the server's own origin.
    static func endpoint(_ uri: String, _ more: String = "") -> String {
        #"{"type":"sse","endpoint":{"requestUri":"\#(uri)"}\#(more)}"#
    }
}
