// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport
import HalyardUnleash
import Synchronization

/// Unleash rules without a network.
enum CannedRules {
    /// Returns the name of the flag that most rows read, which has a rollout with two constraints.
    static func name(_ number: Int) -> String { Payload.name(number) }

    /// Returns a feature in the format of the Unleash server: a percentage rollout with two constraints and two variants.
    static func feature(_ number: Int, rollout: Int = 50) -> String {
        let name = name(number)
        return """
            {"name":"\(name)","type":"release","description":"Flag number \(number) of the benchmark","enabled":true,\
            "stale":false,"impressionData":false,"project":"default","dependencies":[],"strategies":[{"name":\
            "flexibleRollout","parameters":{"groupId":"\(name)","rollout":"\(rollout)","stickiness":"default"},"constraints":\
            [{"contextName":"plan","operator":"IN","values":["bronze","gold","silver"],"inverted":false,"caseInsensitive":\
            false},{"contextName":"age","operator":"NUM_GTE","value":"18","values":[],"inverted":false,"caseInsensitive":\
            false}\(number % 4 == 1 ? countries : "")],"segments":[],"variants":[],"sortOrder":0}],"variants":\
            [{"name":"a","weight":500,"weightType":"variable","stickiness":"default","payload":{"type":"string","value":\
            "left"}},{"name":"b","weight":500,"weightType":"variable","stickiness":"default","payload":{"type":"string",\
            "value":"right"}}]}
            """
    }

    private static let countries =
        #",{"contextName":"country","operator":"IN","values":["at","ch","de"]},{"contextName":"beta","operator":"IN","values":["true"]}"#

    static func document(_ count: Int) -> [UInt8] {
        Array(
            #"{"version":2,"features":[\#((0..<count).map { feature($0) }.joined(separator: ","))],"segments":[]}"#.utf8
        )
    }

    /// Returns a user with six fields that the rules read.
    static func context(_ number: Int) -> EvaluationContext {
        .user("user-\(1000 + number)", ["plan": "gold", "age": 42, "country": "de", "beta": true])
    }

    static let origin = Origin(.network, provider: "unleash")

    /// Returns a client that has a number of rules and counts reads.
    static func client(_ count: Int) async throws -> FlagClient {
        try await client(with: CannedRulesTransport(document: document(count)))
    }

    static func client(with transport: CannedRulesTransport) async throws -> FlagClient {
        var options = UnleashLocalOptions(url: "https://flags.example.com/api", token: Secret("token"))
        options.usesDelta = true
        let provider = try UnleashLocalProvider(options, transport: transport, store: InMemoryFlagStore())
        let client = FlagClient(provider: provider, context: context(0), sinks: [Counting()])
        guard await client.start(within: .seconds(60)) == .ready else { throw Trouble("No rules: \(client.state)") }
        return client
    }
}

/// A service with rules, which returns all of them first, and then one changed flag per request.
final class CannedRulesTransport: HTTPTransport {
    private let document: [UInt8]
    private let requests = Mutex(0)

    init(document: [UInt8]) { self.document = document }

    func send(_ request: HTTPRequest, within limits: HTTPLimits) async throws(TransportError) -> HTTPResponse {
        guard request.url.hasSuffix("/client/delta") else { return HTTPResponse(HTTPResponseHead(status: 202)) }
        let number = requests.withLock { number in
            number += 1
            return number
        }
        let headers: HTTPHeaders = ["ETag": "\"\(number)\""]
        let head = HTTPResponseHead(status: 200, headers: headers)
        if request.headers["If-None-Match"] == nil { return HTTPResponse(head, body: document) }
        let event = CannedRules.feature(number % 50, rollout: number % 100)
        return HTTPResponse(
            head, body: Array(#"{"events":[{"eventId":\#(number),"type":"feature-updated","feature":\#(event)}]}"#.utf8)
        )
    }

    func stream(_ request: HTTPRequest, within limits: HTTPStreamLimits) -> HTTPStream {
        HTTPStream { { () async throws(TransportError) -> HTTPStream.Event? in nil } }
    }

    func close() async {}
}
