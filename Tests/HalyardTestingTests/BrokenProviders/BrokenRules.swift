// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HalyardTesting

/// A provider that publishes the given rules.
struct Ruled<Rules: FlagRules>: FlagProvider {
    let name = "ruled"
    let rules: Rules

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        channel.publish(.ready(FlagSet(deciding: rules, for: request.context)))
    }
}

/// Rules of two flags that a test's closure evaluates.
struct BrokenRules: FlagRules {
    static let origin = Origin(.memory, provider: "ruled")
    static let flags = ["a", "b"].map { EvaluatedFlag($0, true, origin: origin) }

    var keys = ["a", "b"]
    let decide: @Sendable (EvaluationContext) -> FlagEvaluator

    func evaluator(for context: EvaluationContext) -> FlagEvaluator { decide(context) }
}

extension BrokenRules {
    static let swapped = BrokenRules { _ in { flags[1 - $0] } }
    static let repeated = BrokenRules(keys: ["a", "a"]) { _ in { _ in flags[0] } }
    /// Rules that create their flags for each evaluator.
    static let copying = BrokenRules { _ in
        let own = ["a", "b"].map { EvaluatedFlag($0, true, origin: origin) }
        return { own[$0] }
    }
    /// Rules that return different flags at different reads.
    static let dicing = BrokenRules { _ in
        let reads = Lock(0)
        let other = EvaluatedFlag("b", false, origin: origin)
        return { place in
            let number = reads.withLock {
                $0 += 1
                return $0
            }
            return place == 1 && number > 2 ? other : flags[place]
        }
    }
    static let sound = BrokenRules { context in
        { context.key == "conformance-a" ? flags[$0] : $0 == 0 ? flags[0] : nil }
    }
}
