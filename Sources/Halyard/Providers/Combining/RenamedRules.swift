// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Rules whose flags are another provider's.
struct RenamedRules: FlagRules {
    private let inner: any FlagRules
    private let renamed: FlagMap

    init(_ inner: any FlagRules, _ renamed: FlagMap) {
        self.inner = inner
        self.renamed = renamed
    }

    var keys: [String] { inner.keys }

    func decider(for context: EvaluationContext) -> FlagDecider {
        let decide = inner.decider(for: context)
        return { [renamed] place in decide(place).map { renamed[$0] } }
    }

    func facts(about place: Int, for context: EvaluationContext) -> [String: FlagValue] {
        inner.facts(about: place, for: context)
    }
}

/// Makes one flag of each flag, and always the same for as long as that one lives.
final class FlagMap: Sendable {
    private struct Entry {
        weak var flag: Flag?
        let made: Flag
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        /// When entries of flags that are gone are looked for next.
        var limit = 64
    }

    private let state = Lock(State())
    private let make: @Sendable (Flag) -> Flag

    init(_ make: @escaping @Sendable (Flag) -> Flag) { self.make = make }

    subscript(flag: Flag) -> Flag {
        state.withLock { state in
            if let entry = state.entries[ObjectIdentifier(flag)], entry.flag === flag { return entry.made }
            let new = make(flag)
            state.entries[ObjectIdentifier(flag)] = Entry(flag: flag, made: new)
            if state.entries.count > state.limit {
                state.entries = state.entries.filter { $0.value.flag != nil }
                state.limit = 64 + 2 * state.entries.count
            }
            return new
        }
    }
}
