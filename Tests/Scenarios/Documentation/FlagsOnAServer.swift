// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardUnleash
import Testing
import TestSupport

struct PlanRules: FlagRules {
    let keys = ["export"]
    private let on = EvaluatedFlag(
        "export", true, reason: .targetingMatch, origin: Origin(.network, provider: "company"))
    private let off = EvaluatedFlag("export", false, origin: Origin(.network, provider: "company"))

    func evaluator(for context: EvaluationContext) -> FlagEvaluator {
        let isGold = context["plan"] == "gold"
        return { [on, off] _ in isGold ? on : off }
    }
}

@Suite("Guide samples: flags on a server")
struct FlagsOnAServerTests {
    @Test("Creates a separate snapshot for each request")
    func views() async {
        let rules = InMemoryFlagProvider { context in ["limit": context["plan"] == "gold" ? 50 : 10, "new-nav": true] }
        let flags = FlagClient(provider: rules)
        await flags.start(within: .seconds(30))
        var shown: [Int] = []
        let show = { (limit: Int) in shown.append(limit) }
        let snapshot = flags.snapshot(for: .user("ada", ["plan": "gold"]))
        if snapshot[.newNav] { show(snapshot.int("limit", default: 10)) }  // one answer for the whole request
        #expect(shown == [50])
        #expect(flags.snapshot(for: .user("bob")).int("limit", default: 0) == 10)
    }

    @Test("Fetches flags for a context if the provider has no rules")
    func asked() async {
        let flags = FlagClient(provider: InMemoryFlagProvider(["limit": 50]))
        await flags.start(within: .seconds(30))
        let snapshot = await flags.snapshot(for: .user("ada"), within: .milliseconds(80))
        #expect(snapshot.int("limit", default: 10) == 50)
    }

    @Test("Evaluates shipped rules with the guide's configuration")
    func configuration() async throws {
        let page = try Repository.text("Sources/Halyard/Halyard.docc/EvaluateFlagsPerRequest.md")
        let blocks = page.matches(of: /```json\n((?:.|\n)*?)```/).map(\.1)
        let text = try #require(blocks.first { $0.contains("UNLEASH_URL") })
        let strategy = #"{"name":"userWithId","parameters":{"userIds":"ada"}}"#
        let shipped = #"{"features":[{"name":"new-nav","enabled":true,"strategies":[\#(strategy)]}]}"#
        var host = ConfigurationHost.files(InMemoryFileSystem(["/app/rules.json": shipped]))
        host.variable = { ["UNLEASH_URL": "http://127.0.0.1:9/api", "UNLEASH_BACKEND_TOKEN": "token"][$0] }
        let flags = try FlagClient(
            configuration: .json(String(text), directory: "/app"), providers: [.unleash], options: .manual(),
            host: host)
        await flags.start(within: .seconds(30), until: .anyFlags)
        #expect(flags.snapshot(for: .user("ada"))[.newNav])
        #expect(!flags.snapshot(for: .user("bob"))[.newNav])
        await flags.shutdown()
    }

    @Test("Evaluates custom rules for each context")
    func ownRules() {
        let flagSet = FlagSet(deciding: PlanRules(), for: .user("ada", ["plan": "gold"]))
        #expect(flagSet.table["export"]?.value == true)
        #expect(PlanRules().evaluator(for: .user("bob"))(0)?.value == false)
    }
}
