// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import Testing
import TestSupport

@testable import Halyard

@Suite("Combination explanations and context mappings")
struct CombinedExplanationTests {
    private func lines(_ explanation: Explanation) -> [String] {
        explanation.steps.map { "\($0.layer.rawValue) \($0.outcome.rawValue): \($0.message)" }
    }

    @Test("Lists the strategy first, and then each provider's result")
    func steps() async throws {
        let stage = try CombinedStage(.firstMatch)
        _ = await stage.start(["x": 1], ["x": 2, "y": 3])
        let x = stage.client.explain(FlagKey("x", default: 0))
        #expect(x.value == 1)
        #expect(
            lines(x) == [
                "override passed: There are no overrides.",
                "strategy used: The strategy firstMatch uses the result of 'a'.",
                "provider used: network: a returned 1, reason STATIC, \(age(stage)) s old.",
                "provider passed: network: b returned 2, reason STATIC, \(age(stage)) s old.",
                "coercion used: The value is read as Int.",
                "default passed: The default value isn't needed.",
            ])
        let y = stage.client.explain(FlagKey("y", default: 0))
        #expect(
            lines(y).dropFirst().prefix(2) == [
                "strategy used: The strategy firstMatch uses the result of 'b'.",
                "provider passed: The provider 'a' has no flag with this key.",
            ])
        let z = stage.client.explain(FlagKey("z", default: 0))
        #expect(lines(z)[1] == "strategy passed: The strategy firstMatch found no provider with this flag.")
        #expect(z.error?.code == .flagNotFound)
        await stage.client.shutdown()
    }

    private func age(_ stage: CombinedStage) -> Double {
        Double((stage.time.now - Instant(millisecondsSinceEpoch: 0)).wholeMilliseconds) / 1000
    }

    @Test("Names the provider without flags and the migration step")
    func failure() async throws {
        let strategy = CombinationStrategy.migration(old: "a", new: "b", stages: [.init(["x"], .new)])
        let stage = try CombinedStage(strategy, requires: (true, false))
        _ = await stage.start(["x": 1], nil)
        let explanation = stage.client.explain(FlagKey("x", default: 0))
        #expect(
            lines(explanation)[1] == "strategy refused: The strategy migration requires a provider that has no flags.")
        #expect(explanation.steps[1].facts["step"] == "new")
        #expect(lines(explanation)[3] == "provider passed: The provider 'b' has no flags. b says 503.")
        #expect(explanation.json["steps"]?.elementCount == lines(explanation).count)
        await stage.client.shutdown()
    }

    @Test("Explains a nested combination at the position of its provider")
    func nested() async throws {
        let inner = try CombinedProvider(
            "inner", [.init(InMemoryFlagProvider(["x": 1], name: "m"))], strategy: .firstSuccessful)
        let client = FlagClient(
            provider: try CombinedProvider("outer", [.init(InMemoryFlagProvider(name: "n")), .init(inner)]),
            options: .manual())
        await client.start()
        #expect(
            lines(client.explain(FlagKey("x", default: 0))).dropFirst().prefix(3) == [
                "strategy used: The strategy firstMatch uses the result of 'inner'.",
                "provider passed: The provider 'n' has no flag with this key.",
                "strategy used: The strategy firstSuccessful uses the result of 'm'.",
            ])
        await client.shutdown()
    }

    // MARK: Mappings

    private struct Mapped: FlagProvider {
        struct Mapper: ContextMapper {
            func map(_ context: EvaluationContext) throws -> MappedContext<String> {
                guard let key = context.key else { throw FlagError(.targetingKeyMissing, "No key.") }
                return MappedContext(key, losses: [Diagnostic("lost", .warning, subject: "plan", "It was left out.")])
            }
        }
        let name: String
        func run(_ request: FlagRequest, into channel: FlagChannel) async throws {}
        func mapping(of context: EvaluationContext) -> ContextMapping? {
            ContextMapping(name, context, by: Mapper()) { ["id": .string($0)] }
        }
    }

    @Test("Shows the context mappings of all vendors and their losses")
    func mappings() throws {
        let inner = try CombinedProvider("inner", [.init(Mapped(name: "c"))])
        let provider = try CombinedProvider(
            "all", [.init(Mapped(name: "a")), .init(InMemoryFlagProvider()), .init(inner), .init(Mapped(name: "b"))])
        let client = FlagClient(provider: provider, context: .user("u"), options: .manual())
        #expect(
            client.mappings().description == """
                a             c             b
                {             {             {
                  "id": "u"     "id": "u"     "id": "u"
                }             }             }
                a: warning: plan: It was left out.
                c: warning: plan: It was left out.
                b: warning: plan: It was left out.
                """)
        #expect(
            client.mappings(of: .anonymous).description == """
                a   c   b
                -   -   -
                a: error: TARGETING_KEY_MISSING: No key.
                c: error: TARGETING_KEY_MISSING: No key.
                b: error: TARGETING_KEY_MISSING: No key.
                """)
        #expect(FlagClient(provider: InMemoryFlagProvider(), options: .manual()).mappings().mappings == [])
        #expect(
            FlagClient(provider: Mapped(name: "one"), context: .user("u"), options: .manual()).mappings().mappings.count
                == 1)
    }
}

extension FlagValue {
    fileprivate var elementCount: Int? {
        if case .array(let elements) = self { elements.count } else { nil }
    }
}
