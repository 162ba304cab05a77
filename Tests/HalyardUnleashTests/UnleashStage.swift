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

/// An Unleash server that does what a test says, a clock that stands still, and clients of the two.
struct UnleashStage {
    let server: HostileServer
    /// The provider's clock, on which nothing else sleeps.
    let time = ManualTime()

    /// A transport whose deadlines never come, however slow the machine is.
    static var transport: any HTTPTransport { PlatformTransport.make(time: ManualTime()) }

    /// Makes a stage whose server answers every request with these steps.
    init(_ answer: @escaping @Sendable (RecordedRequest) -> [Step]) throws {
        server = try HostileServer(answering: answer)
    }

    /// Makes a stage whose server gives these answers to requests for flags, the last one again and again, and takes every
    /// report of metrics.
    init(_ answers: Wire...) throws {
        let answers = InTurn(answers)
        try self.init { request in
            request.target.contains("/client/metrics") ? [.send(.response(200))] : [.send(answers.next())]
        }
    }

    /// Options that leave nothing to chance: a fixed session id, and no metrics unless they are asked for.
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
    /// An answer of the Frontend API with some toggles that are on.
    static func toggles(_ names: String..., tag: String? = nil) -> Wire {
        let toggles = names.map { #"{"name":"\#($0)","enabled":true}"# }.joined(separator: ",")
        return .flags(#"{"toggles":[\#(toggles)]}"#, tag: tag)
    }
}

extension UnleashStage {
    /// What an answer of 401 or 403 suggests for a frontend token.
    static let frontendTokenAdvice =
        "Use a frontend token of this service as the client key. A client (backend) token is for the provider type "
        + "\"unleash-local\"."

    /// The identifier that the first provider with this stage's chance gives itself.
    static let connectionId = "910a2dec-8902-4cc1-beeb-8da1658eec67"

    /// Moves the clock to the next poll.
    func pass(_ duration: Duration) async {
        await time.awaitSleepers()
        time.advance(by: duration)
    }

    /// Who is asked, as errors say it.
    var origin: String { "http://127.0.0.1:\(server.port)" }
}
