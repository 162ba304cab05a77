// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Testing

struct PlanRules: FlagRules {
    let keys = ["export"]
    private let on = Flag("export", true, reason: .targetingMatch, origin: Origin(.network, provider: "company"))
    private let off = Flag("export", false, origin: Origin(.network, provider: "company"))

    func decider(for context: EvaluationContext) -> FlagDecider {
        let isGold = context["plan"] == "gold"
        return { [on, off] _ in isGold ? on : off }
    }
}

@Suite("Flags on a server: the code")
struct FlagsOnAServerTests {
    @Test("each request has a view of its own")
    func views() async {
        let rules = InMemoryRules { context in ["limit": context["plan"] == "gold" ? 50 : 10, "new-nav": true] }
        let flags = FlagClient(provider: rules)
        await flags.start(within: .seconds(30))
        var shown: [Int] = []
        let show = { (limit: Int) in shown.append(limit) }
        let view = flags.snapshot(for: .user("ada", ["plan": "gold"]))
        if view[.newNav] { show(view.int("limit", default: 10)) }  // one answer for the whole request
        #expect(shown == [50])
        #expect(flags.snapshot(for: .user("bob")).int("limit", default: 0) == 10)
    }

    @Test("a context is asked about where the provider has no rules")
    func asked() async {
        let flags = FlagClient(provider: InMemoryProvider(["limit": 50]))
        await flags.start(within: .seconds(30))
        let view = await flags.snapshot(for: .user("ada"), within: .milliseconds(80))
        #expect(view.int("limit", default: 10) == 50)
    }

    @Test("rules of one's own decide for each context")
    func ownRules() {
        let snapshot = FlagSnapshot(deciding: PlanRules(), for: .user("ada", ["plan": "gold"]))
        #expect(snapshot.table["export"]?.value == true)
        #expect(PlanRules().decider(for: .user("bob"))(0)?.value == false)
    }
}
