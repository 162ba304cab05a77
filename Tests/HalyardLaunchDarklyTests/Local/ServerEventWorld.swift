// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HostileServer
import TestSupport

@testable import HalyardLaunchDarkly

/// A client of LaunchDarkly rules whose events go to a local server, with manual time.
struct ServerEventWorld {
    /// A provider that serves rules, with a sink for their events.
    private struct RulesProvider: FlagProvider {
        let name = "rules"
        let rules: LaunchDarklyRules
        let sink: LaunchDarklyEventSink

        var sinks: [ProviderSink] { [ProviderSink(sink, of: name)] }

        func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
            channel.publish(
                .ready(
                    FlagSet(
                        deciding: rules, for: request.context, confirmedAt: Instant(millisecondsSinceEpoch: 0))))
        }
    }

    static let start = EventWorld.start
    /// Properties of a flag that serves `"b"` as variation 1.
    static let served = #"\#(LocalSample.start),"fallthrough":{"variation":1}"#

    let world: EventWorld
    let client: FlagClient

    /// Starts a client.
    ///
    /// - Parameters:
    ///   - flags: The properties of `flags`.
    ///   - answers: The responses of the server, after which it responds with status 202.
    ///   - other: A provider whose flags come before the rules' flags.
    ///   - facts: The information that the provider reports about itself, or `nil` for no reports.
    ///   - options: Changes the options.
    init(
        _ flags: String = #""f":{\#(Self.served)}"#, answers: [[Step]] = [], after other: (any FlagProvider)? = nil,
        facts: LaunchDarklyDiagnosticFacts? = nil,
        options change: (inout LaunchDarklyEventOptions) -> Void = { _ in }
    ) async throws {
        let sample = try LocalSample(flags: flags)
        world = try EventWorld(
            answers, facts: facts, mode: .offline,
            dialect: LaunchDarklyStage.dialect(LaunchDarklyOptions(mobileKey: Secret("m"))),
            options: {
                $0.server = ServerEventOptions()
                $0.capacity = 10_000
                change(&$0)
            })
        let rules = RulesProvider(rules: sample.rules, sink: world.sink)
        let provider: any FlagProvider =
            if let other {
                try CombinedProvider("both", [.init(other), .init(rules)], strategy: .firstMatch)
            } else {
                rules
            }
        client = await FlagClient.serving(provider, for: .user("server"), at: world.time)
        // Reads deliver their events immediately after the events of the start have been delivered.
        await client.flush()
    }

    /// Reads a flag for a context.
    @discardableResult
    func read(_ flag: String = "f", for context: EvaluationContext) -> String {
        client.snapshot(for: context).string(flag, default: "default")
    }

    /// Sends the waiting events, and returns the events of all requests so far.
    func events() async throws -> [FlagValue] {
        await client.flush()
        return try world.server.requests.flatMap { request in
            if case .array(let events) = try JSONReader().read(request.text) { events } else { [] as [FlagValue] }
        }
    }

    /// Sends the waiting events, and returns the JSON of the events of a kind.
    func events(_ kind: FlagValue) async throws -> [String] {
        try await events().filter { $0["kind"] == kind }.map(JSONWriter.text)
    }

    /// Sends the waiting events, and returns the kind of each event with the key of its flag or its context.
    func kinds() async throws -> [String] {
        try await events().map { event in
            let key = event["key"] ?? event["context"]?["key"] ?? .null
            return [event["kind"] ?? .null, key].compactMap { String(flagValue: $0) }.joined(separator: " ")
        }
    }
}
