// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTesting
import Testing
import TestSupport

@Suite("Explanations")
struct ExplanationTests {
    private let time = ManualTime()
    private let provider = ScriptedProvider(name: "p")

    private func goldClient(_ provider: any FlagProvider) -> FlagClient {
        FlagClient(provider: provider, context: .user("a", ["plan": "gold"]), options: .manual(time))
    }

    /// Returns a client whose provider responded with flags 1.5 seconds ago.
    private func answeredClient(
        _ flags: [EvaluatedFlag], wrapping provider: (any FlagProvider)? = nil,
        missingFlags: FlagSet.MissingFlags = .unknown
    ) async -> (FlagClient, ScriptedProvider.Run) {
        let client = goldClient(provider ?? self.provider)
        async let start = client.start()
        let run = await self.provider.nextRun()
        run.channel.publish(
            .ready(
                FlagSet(
                    FlagTable(flags), for: run.request.context, validator: "W/1", confirmedAt: time.now,
                    missingFlags: missingFlags)))
        _ = await start
        time.advance(by: .milliseconds(1500))
        return (client, run)
    }

    private let origin = Origin(.network, provider: "p")

    @Test("Lists every layer of a served value as text")
    func served() async {
        let flag = EvaluatedFlag(
            "limit", 5, variant: "five", version: 41, reason: .targetingMatch,
            metadata: ["vendorReason": ["kind": "RULE_MATCH"]], origin: origin)
        let (client, _) = await answeredClient([flag])
        #expect(
            client.explain(.limit).description == """
                limit = 5 (TARGETING_MATCH) for user:a
                  1. override [passed] There are no overrides.
                  2. provider [used] network: p returned 5, variant 'five', reason TARGETING_MATCH, version 41, 1.5 s old.
                  3. coercion [used] The value is read as Int.
                  4. default [passed] The default value isn't needed.
                """)
        #expect(client.explain(.limit).value == 5)
        #expect(client.explain(.limit).error == nil)
    }

    @Test("Encodes all facts of an explanation as JSON")
    func json() async {
        let flag = EvaluatedFlag(
            "limit", 5, variantValue: "x", variant: "five", version: 41, reason: .targetingMatch,
            metadata: ["vendorReason": ["kind": "RULE_MATCH"]], origin: origin)
        let (client, _) = await answeredClient([flag])
        #expect(
            client.explain(.limit).json == [
                "key": "limit", "context": "user:a", "value": 5, "reason": "TARGETING_MATCH",
                "steps": [
                    ["layer": "override", "outcome": "passed", "message": "There are no overrides."],
                    [
                        "layer": "provider", "outcome": "used",
                        "message":
                            #"network: p returned 5, variant 'five', payload "x", reason TARGETING_MATCH, version 41, 1.5 s old."#,
                        "facts": [
                            "provider": "p", "status": "READY", "mode": "online", "flags": 1, "validator": "W/1",
                            "value": 5, "payload": "x", "variant": "five", "version": 41, "reason": "TARGETING_MATCH",
                            "origin": "network", "confirmedAt": .string((time.now + .milliseconds(-1500)).description),
                            "age": 1.5, "metadata": ["vendorReason": ["kind": "RULE_MATCH"]],
                        ],
                    ],
                    [
                        "layer": "coercion", "outcome": "used", "message": "The value is read as Int.",
                        "facts": ["type": "Int"],
                    ],
                    [
                        "layer": "default", "outcome": "passed", "message": "The default value isn't needed.",
                        "facts": ["value": 10],
                    ],
                ],
            ])
    }

    /// Returns the layer, outcome, and message of each step after the first.
    private func steps(_ explanation: Explanation) -> [String] {
        explanation.steps.dropFirst().map { "\($0.layer.rawValue) [\($0.outcome.rawValue)] \($0.message)" }
    }

    @Test("Rejects a value of another type, and uses the default value")
    func mismatch() async {
        let (client, _) = await answeredClient([EvaluatedFlag("limit", "many", origin: origin)])
        let explanation = client.explain(.limit)
        #expect(
            steps(explanation) == [
                "provider [used] network: p returned \"many\", reason STATIC, 1.5 s old.",
                "coercion [refused] The flag 'limit' has a string, not a value of type Int. "
                    + "Read the flag as another type, or change its value.",
                "default [used] The flag's value has another type.",
            ])
        #expect(explanation.value == 10)
        #expect(explanation.error?.code == .typeMismatch)
        #expect(explanation.json["error"]?["code"] == "TYPE_MISMATCH")
    }

    private struct Circle: Decodable, Equatable {
        struct Fill: Decodable, Equatable { var colours: [String] }
        var radius: Double
        var fill: Fill?
        var isOpen: Bool?
        var sides: Int?
    }

    @Test(
        "Names the property that doesn't fit a structure, and the reason",
        arguments: [
            (["radius": "wide"], #""radius": expected a number, found the string "wide""#),
            ([:], #""radius": the property is missing"#),
            (["radius": .null], #""radius": expected a number, found null"#),
            (
                ["radius": 1, "fill": ["colours": ["red", 5]]],
                #""fill.colours[1]": expected a string, found the number 5"#
            ),
            (["radius": 1, "fill": "red"], #""fill": expected an object, found the string "red""#),
            (["radius": 1, "isOpen": [true]], #""isOpen": expected a Boolean, found an array"#),
            (
                ["radius": 1, "sides": 1.5],
                #""sides": expected an integer (Int), found the number 1.5, which has a fraction"#
            ),
            ([1, 2], "expected an object, found an array"),
        ] as [(FlagValue, String)])
    func misfit(value: FlagValue, reason: String) async {
        let (client, _) = await answeredClient([EvaluatedFlag("circle", value, origin: origin)])
        let key = FlagKey("circle", default: Circle(radius: 1))
        let message = "The flag 'circle' doesn't fit Circle: \(reason)."
        let text = message + " Fix the flag's value, or read it as another type."
        #expect(client[key] == Circle(radius: 1))
        #expect(client.details(of: key).error == FlagError(.typeMismatch, text))
        #expect(client.explain(key).steps.map(\.message).contains(text))
        #expect(
            client.diagnostics.recent == [
                Diagnostic(
                    "typeMismatch", .warning, subject: "circle", message,
                    suggestion: "Fix the flag's value, or read it as another type.")
            ])
    }

    @Test("Reports reads with the wrong type once")
    func mismatchDiagnostic() async {
        let (client, _) = await answeredClient([EvaluatedFlag("limit", "many", origin: origin)])
        for _ in 1...5 { #expect(client[.limit] == 10) }
        #expect(
            client.diagnostics.recent == [
                Diagnostic(
                    "typeMismatch", .warning, subject: "limit",
                    "The flag 'limit' has a string, not a value of type Int.",
                    suggestion: "Read the flag as another type, or change its value.")
            ])
    }

    private enum Theme: String, CaseIterable, Codable { case light, dark }
    private enum Level: Int, Sendable { case low = 1 }
    private struct Page: Codable, Hashable { var theme: Theme }

    @Test("Names the unknown case and the known cases")
    func unknownCase() async {
        let (client, _) = await answeredClient([
            EvaluatedFlag("theme", "blue", origin: origin), EvaluatedFlag("level", 3, origin: origin),
            EvaluatedFlag("page", ["theme": "blue"], origin: origin),
            EvaluatedFlag("on", true, variantValue: "blue", origin: origin),
        ])
        let reason = #"expected one of "light", "dark", found the string "blue""#
        let end = " Fix the flag's value, or read it as another type."
        #expect(
            client.details(of: FlagKey("theme", default: Theme.light)).error?.message
                == "The flag 'theme' doesn't fit Theme: \(reason).\(end)")
        #expect(
            client.details(of: FlagKey("on", default: Theme.light)).error?.message
                == "The flag 'on' doesn't fit Theme: \(reason).\(end)")
        #expect(
            client.details(of: FlagKey("level", default: Level.low)).error?.message
                == "The flag 'level' doesn't fit Level: expected a case of Level, found the number 3.\(end)")
        #expect(
            client.details(of: FlagKey("page", default: Page(theme: .light))).error?.message
                == "The flag 'page' doesn't fit Page: \"theme\": \(reason).\(end)")
    }

    @Test("Names the fraction of a number that is read as an integer")
    func fraction() async {
        let (client, _) = await answeredClient([
            EvaluatedFlag("limit", 2.5, origin: origin), EvaluatedFlag("far", 1e300, origin: origin),
        ])
        #expect(
            client.details(of: .limit).error?.message
                == "The flag 'limit' doesn't fit Int: expected an integer (Int), found the number 2.5, which has a "
                + "fraction. Fix the flag's value, or read it as another type.")
        #expect(
            client.details(of: FlagKey("far", default: 1)).error?.message
                == "The flag 'far' has a number, not a value of type Int. Read the flag as another type, or change its value."
        )
    }

    private struct Truncated: FlagValueConvertible {
        let value: Int
        init(_ value: Int) { self.value = value }
        init?(flagValue: FlagValue) {
            guard let number = Double(flagValue: flagValue) else { return nil }
            value = Int(number)
        }
        var flagValue: FlagValue { value.flagValue }
    }

    @Test("Names the fraction that a number loses")
    func truncated() async {
        let (client, _) = await answeredClient([EvaluatedFlag("limit", 2.5, origin: origin)])
        #expect(
            steps(client.explain(FlagKey("limit", default: Truncated(1))))[1]
                == "coercion [used] The value is read as Truncated: 2, without the fraction of 2.5.")
    }

    @Test("Names a payload that is read instead of the value")
    func payload() async {
        let (client, _) = await answeredClient([
            EvaluatedFlag("limit", true, variantValue: 7, variant: "v", origin: origin)
        ])
        let explanation = client.explain(.limit)
        #expect(explanation.value == 7)
        #expect(steps(explanation)[1] == "coercion [used] The variant's payload is read as Int.")
    }

    @Test("Explains unknown flags, flags without a value, and unlisted flags")
    func absent() async {
        let (client, _) = await answeredClient([EvaluatedFlag("empty", .null, origin: origin)])
        #expect(
            steps(client.explain("nobody")) == [
                "provider [passed] The provider 'p' has no flag with this key.", "default [used] No layer has a value.",
            ])
        #expect(
            steps(client.explain("empty")).last == "default [used] The flag exists, but has no value.")

        let other = ScriptedProvider(name: "p")
        let second = FlagClient(provider: other, options: .manual())
        async let start = second.start(within: .seconds(60))
        let run = await other.nextRun()
        run.channel.publish(.ready(FlagSet([], for: run.request.context, missingFlags: .off)))
        _ = await start
        let explanation = second.explain(FlagKey("nobody", default: true))
        #expect(explanation.value == false)
        #expect(
            steps(explanation) == [
                "provider [used] The provider 'p' lists only flags that are on. This flag isn't listed, so it's off.",
                "default [passed] The default value isn't needed.",
            ])
    }

    @Test("Names the provider's status and error if there are no flags")
    func nothing() async {
        let client = goldClient(provider)
        #expect(steps(client.explain(.limit)).first == "provider [passed] The provider 'p' has no flags (NOT_READY).")
        async let start = client.start()
        await provider.nextRun().fail(FlagError(.general, "no service"))
        _ = await start
        let explanation = client.explain(.limit)
        #expect(steps(explanation).first == "provider [passed] The provider 'p' has no flags (ERROR). no service.")
        #expect(explanation.steps[1].facts["error"] == "GENERAL: no service")
        #expect(explanation.error?.code == .general)
    }

    @Test("Explains when stored flags are served, replaced, or expired")
    func persisted() async throws {
        let store = InMemoryFlagStore()
        func wrapped() throws -> PersistedProvider {
            try PersistedProvider(
                provider, policy: VariantLookupPolicy.persistenceUntilNetworkSuccess(persistenceTtl: 60), store: store,
                time: time)
        }
        let (first, _) = await answeredClient([EvaluatedFlag("limit", 5, origin: origin)], wrapping: try wrapped())
        #expect(steps(first.explain(.limit)).first == "persisted [passed] Nothing was stored for this identity.")
        await first.shutdown()

        let client = goldClient(try wrapped())
        async let start = client.start()
        let run = await provider.nextRun()
        _ = await start
        let saved = (time.now + .milliseconds(-1500)).description
        #expect(
            steps(client.explain(.limit)) == [
                "persisted [used] Flags stored at \(saved) are served until the network responds.",
                "provider [used] persisted: p returned 5, reason STATIC, 1.5 s old.",
                "coercion [used] The value is read as Int.", "default [passed] The default value isn't needed.",
            ])
        time.advance(by: .seconds(60))
        #expect(
            steps(client.explain(.limit)).contains { $0.hasPrefix("provider [refused]") && $0.contains("expired at") })
        #expect(client.explain(.limit).error?.code == .providerNotReady)
        run.answer(["limit": 6], provider: "p")
        #expect(steps(client.explain(.limit)).first?.hasPrefix("persisted [passed]") == true)
        #expect(client.explain(.limit).value == 6)
        await client.shutdown()
    }

    @Test("Explains a view's value without counting a read")
    func views() async {
        let sink = RecordingSink()
        let client = await FlagClient.serving(InMemoryFlagProvider(["limit": 1]), sinks: [sink])
        let view = client.snapshot()
        #expect(view.explain(.limit).value == 1)
        _ = client.explain("limit")
        await client.flush()
        #expect(sink.readCounts == [:])
    }
}
