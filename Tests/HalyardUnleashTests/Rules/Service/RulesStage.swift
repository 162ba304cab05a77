// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardUnleash
import HostileServer
import TestSupport
import Testing

/// A server with Unleash's client API, and providers that use its rules.
struct RulesStage {
    let stage: UnleashStage
    var server: HostileServer { stage.server }
    var time: ManualTime { stage.time }

    /// Creates a stage whose server sends the given responses to rule requests, and repeats the last one.
    ///
    /// The server accepts every registration and report.
    init(_ answers: Wire...) throws {
        let answers = InTurn(answers)
        stage = try UnleashStage { request in
            let isReport = request.target.hasSuffix("/client/register") || request.target.hasSuffix("/client/metrics")
            return [.send(isReport ? .response(202) : answers.next())]
        }
    }

    init(_ answer: @escaping @Sendable (RecordedRequest) -> [Step]) throws { stage = try UnleashStage(answer) }

    /// Returns options without registration and metrics, unless the test turns them on.
    func options(_ change: (inout UnleashLocalOptions) -> Void = { _ in }) -> UnleashLocalOptions {
        var options = UnleashLocalOptions(url: server.url("/api"), token: Secret("token"))
        options.sendsMetrics = false
        change(&options)
        return options
    }

    func provider(_ change: (inout UnleashLocalOptions) -> Void = { _ in }) throws -> UnleashLocalProvider {
        try UnleashLocalProvider(
            options(change), transport: UnleashStage.transport, store: InMemoryFlagStore(), time: time,
            random: SeededRandom(seed: 1))
    }

    func client(
        _ provider: any FlagProvider, for context: EvaluationContext = .user("ann"),
        _ change: (inout FlagClient.Options) -> Void = { _ in }
    ) -> FlagClient {
        stage.client(provider, for: context, at: time, change)
    }

    /// The requests for rules, without registrations and reports.
    var fetches: [RecordedRequest] {
        server.requests.filter { !$0.target.hasSuffix("/client/register") && !$0.target.hasSuffix("/client/metrics") }
    }

    /// Returns the first request whose target has the given suffix, as soon as it arrives.
    func first(_ end: String) async throws -> RecordedRequest {
        let find = { server.requests.first { $0.target.hasSuffix(end) } }
        await until { find() != nil }
        return try #require(find())
    }
}

extension Wire {
    /// Returns a feature that is on for users of a plan.
    static func feature(_ name: String, for plan: String) -> String {
        #"{"name":"\#(name)","enabled":true,"strategies":[{"name":"default","constraints":["#
            + #"{"contextName":"plan","operator":"IN","values":["\#(plan)"]}]}]}"#
    }

    /// Returns a response with all rules.
    ///
    /// Each feature is on for users of a plan.
    static func rules(_ plans: KeyValuePairs<String, String>, tag: String? = nil) -> Wire {
        let features = plans.map { feature($0.key, for: $0.value) }.joined(separator: ",")
        return .flags(#"{"version":2,"features":[\#(features)],"segments":[]}"#, tag: tag)
    }

    /// Returns a delta with the given events.
    static func delta(_ events: String..., tag: String? = nil) -> Wire {
        .flags(#"{"events":[\#(events.joined(separator: ","))]}"#, tag: tag)
    }

    /// Returns a hydration event, which replaces all rules.
    static func hydration(_ plans: KeyValuePairs<String, String>) -> String {
        let features = plans.map { feature($0.key, for: $0.value) }.joined(separator: ",")
        return #"{"type":"hydration","eventId":1,"features":[\#(features)],"segments":[]}"#
    }

    static func updated(_ name: String, for plan: String, event: Int = 2) -> String {
        #"{"type":"feature-updated","eventId":\#(event),"feature":\#(feature(name, for: plan))}"#
    }
}

extension EvaluationContext {
    static let gold = EvaluationContext.user("ada", ["plan": "gold"])
    static let silver = EvaluationContext.user("bob", ["plan": "silver"])
}
