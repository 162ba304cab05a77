// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

extension World {
    mutating func given(_ step: Scenario.Step) throws {
        let phrase = Phrase(step.text)
        switch phrase.pattern {
        case "a stable provider":
            // A client-side SDK's cache is its stored snapshot, so flags with that reason come from a stored snapshot.
            source = scenario.tags.contains("@reason-codes-cached") ? .cached : .stable
        case "a not ready provider": source = .notReady
        case "a error provider": source = .failing
        case "a fatal provider": source = .fatal
        case "a stale provider": source = .stale
        case "a client with added hook":
            clientHooks = [RecordingHook(name: "client", log: hookLog)]
        case "evaluation options containing specific hooks":
            options = EvaluationOptions(
                hooks: ["first", "second", "third"].map { RecordingHook(name: $0, log: hookLog) })
        case "a context containing a key {}, with type {} and with value {}":
            context = context.setting(phrase[0], to: try ValueType(named: phrase[1]).value(phrase[2]))
        case "a context containing a key {} with null value":
            context = context.setting(phrase[0], to: .null)
        case "an evaluation context with modifiable data":
            context = .user("c3b155b0", ["plan": "gold", "address": ["city": "Oslo"]])
        default:
            guard let flag = try Self.flag(phrase) else { throw unknownStep }
            asked = flag
        }
    }

    /// Returns the flag of a step such as `a Boolean-flag with key "new-nav" and a fallback value "false"`.
    private static func flag(_ phrase: Phrase) throws -> AskedFlag? {
        guard let match = phrase.pattern.wholeMatch(of: /a (\w+)-flag with key {} and a fallback value {}/) else {
            return nil
        }
        return AskedFlag(name: phrase[0], defaultValue: try ValueType(named: match.1).value(phrase[1]))
    }
}
