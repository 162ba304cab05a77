// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
import HalyardSupport
import HalyardTransport
import HalyardUnleash
import HostileServer
import TestSupport
import Testing

/// A scripted Unleash server, a manual clock, and clients that use both.
struct UnleashStage {
    let server: HostileServer
    /// The provider's clock.
    ///
    /// Nothing else sleeps on it.
    let time = ManualTime()

    /// A transport whose deadlines never pass, even on a slow machine.
    static var transport: any HTTPTransport { PlatformTransport.make(time: ManualTime()) }

    /// Creates a stage whose server responds to each request with the steps that `answer` returns.
    init(_ answer: @escaping @Sendable (RecordedRequest) -> [Step]) throws {
        server = try HostileServer(answering: answer)
    }

    /// Creates a stage whose server sends the given responses to flag requests, and repeats the last one.
    ///
    /// The server accepts every metrics report.
    init(_ answers: Wire...) throws {
        let answers = InTurn(answers)
        try self.init { request in
            request.target.contains("/client/metrics") ? [.send(.response(200))] : [.send(answers.next())]
        }
    }

    /// Returns options with a fixed session ID, and without metrics unless the test turns them on.
    func options(_ change: (inout UnleashOptions) -> Void = { _ in }) -> UnleashOptions {
        var options = UnleashOptions(url: server.url("/api/frontend"), clientKey: Secret("key"))
        options.sessionId = "4711"
        options.sendsMetrics = false
        change(&options)
        return options
    }

    func provider(
        store: any FlagStore = InMemoryFlagStore(), _ change: (inout UnleashOptions) -> Void = { _ in }
    ) throws -> UnleashProvider {
        try UnleashProvider(
            options(change), transport: Self.transport, store: store, time: time, random: SeededRandom(seed: 1))
    }

    func client(
        _ provider: any FlagProvider, for context: EvaluationContext = .user("ann"), at time: ManualTime = ManualTime(),
        _ change: (inout FlagClient.Options) -> Void = { _ in }
    ) -> FlagClient {
        FlagClient(provider: provider, context: context, options: .manual(time, change: change))
    }
}

extension Wire {
    /// Returns a Frontend API response with enabled toggles.
    static func toggles(_ names: String..., tag: String? = nil) -> Wire {
        let toggles = names.map { #"{"name":"\#($0)","enabled":true}"# }.joined(separator: ",")
        return .flags(#"{"toggles":[\#(toggles)]}"#, tag: tag)
    }
}

extension UnleashStage {
    /// The suggestion for a 401 or 403 response to a frontend token.
    static let frontendTokenAdvice =
        "Use a frontend token of this service as the client key. A client (backend) token is for the provider type "
        + "\"unleash-local\"."

    /// The connection ID of the first provider that uses the stage's random source.
    static let connectionId = "910a2dec-8902-4cc1-beeb-8da1658eec67"

    /// Waits for a sleeper, and then advances the clock.
    func pass(_ duration: Duration) async {
        await time.awaitSleepers()
        time.advance(by: duration)
    }

    /// The server's origin, as in error messages.
    var origin: String { "http://127.0.0.1:\(server.port)" }
}
