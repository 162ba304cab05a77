// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Testing
import TestSupport

/// Tests for the API level of the evaluation context.
///
/// The scenarios of `contextMerging.feature` apply to servers. They add context to a transaction, a client, a call,
/// or in a hook. A client-side SDK has one context, which is set before reads. It must not have a context for a client
/// or a call (OpenFeature 3.2.2.2) or a transaction (3.3.2.1), and its before hooks return nothing (4.3.3.1).
@Suite("OpenFeature: context levels")
struct ContextLevelTests {
    @Test("Requires a dynamic context only for contextMerging.feature", .needsSpecification)
    func dynamicContextOnly() throws {
        let merging = try Specification.scenarios(of: "contextMerging")
        #expect(merging.count == 29)
        #expect(merging.filter(\.isDynamicContextOnly).count == 29)
        for file in Specification.runnable {
            #expect(try Specification.scenarios(of: file).filter(\.isDynamicContextOnly).map(\.description) == [])
        }
        // Scenarios that name only the API level also require transactions or merging hooks.
        #expect(merging.allSatisfy { !Set($0.tags).isDisjoint(with: ["@transaction", "@hooks"]) })
    }

    @Test("Passes the provider the API-level context after each change")
    func apiLevel() async {
        let definition = InMemoryFlagProvider.Definition(
            variants: ["seen": "seen", "changed": "changed", "unseen": "unseen"], defaultVariant: "unseen"
        ) { context in
            switch context["key"] {
            case "value": "seen"
            case "other value": "changed"
            default: nil
            }
        }
        let client = FlagClient(
            provider: InMemoryFlagProvider(definitions: ["some-flag": definition]), options: .manual())
        let key = FlagKey("some-flag", default: "default")
        #expect(await client.start() == .ready)
        #expect(client[key] == "unseen")
        #expect(await client.setContext(client.context.setting("key", to: "value")) == .completed)
        #expect(client[key] == "seen")
        #expect(client.details(of: key).reason == .targetingMatch)
        #expect(client.context["key"] == "value")
        #expect(await client.setContext(client.context.setting("key", to: "other value")) == .completed)
        #expect(client[key] == "changed")
    }
}

extension Scenario {
    /// A Boolean value that indicates whether a step names context levels that require a dynamic context.
    fileprivate var isDynamicContextOnly: Bool {
        steps.contains { step in
            step.text.contains(/^A context entry with key .* is added to the ".*" level$/)
                || step.text == "A table with levels of increasing precedence"
        }
    }
}
