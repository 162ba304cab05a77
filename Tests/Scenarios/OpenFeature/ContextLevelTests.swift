// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Testing
import TestSupport

/// `contextMerging.feature` is about servers: it adds context to a transaction, a client, a call or in a hook.
///
/// A client-side SDK has one context that is set ahead of reads. It must have no context of a client or a call
/// (OpenFeature 3.2.2.2) and no transaction (3.3.2.1), and its before-hooks return nothing (4.3.3.1). So none of the
/// file's scenarios can be run; what remains of it is the API's own level.
@Suite("OpenFeature context levels")
struct ContextLevelTests {
    @Test("exactly the scenarios of contextMerging.feature are for a dynamic context only", .needsSpecification)
    func dynamicContextOnly() throws {
        let merging = try Specification.scenarios(of: "contextMerging")
        #expect(merging.count == 29)
        #expect(merging.filter(\.isDynamicContextOnly).count == 29)
        for file in Specification.runnable {
            #expect(try Specification.scenarios(of: file).filter(\.isDynamicContextOnly).map(\.description) == [])
        }
        // Even those that name no other level than the API's belong to SDKs with transactions or merging hooks.
        #expect(merging.allSatisfy { !Set($0.tags).isDisjoint(with: ["@transaction", "@hooks"]) })
    }

    @Test("the provider sees what is set at the API's level, also after a later change")
    func apiLevel() async {
        let definition = InMemoryProvider.Definition(
            variants: ["seen": "seen", "changed": "changed", "unseen": "unseen"], defaultVariant: "unseen"
        ) { context in
            switch context["key"] {
            case "value": "seen"
            case "other value": "changed"
            default: nil
            }
        }
        let client = FlagClient(provider: InMemoryProvider(definitions: ["some-flag": definition]), options: .manual())
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
    /// Whether a step speaks of the levels at which only an SDK with a dynamic context has context entries.
    fileprivate var isDynamicContextOnly: Bool {
        steps.contains { step in
            step.text.contains(/^A context entry with key .* is added to the ".*" level$/)
                || step.text == "A table with levels of increasing precedence"
        }
    }
}
