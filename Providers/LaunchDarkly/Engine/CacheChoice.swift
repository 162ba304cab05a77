// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardSupport

/// LaunchDarkly's rules for stored flags, except for contexts whose stored flags the app rejects.
final class CacheChoice: PersistencePolicy {
    private let rules: LaunchDarklyCachePolicy
    private let unwanted = Lock<EvaluationContext?>(nil)

    init(_ rules: LaunchDarklyCachePolicy) { self.rules = rules }

    /// Sets whether the client can serve the stored flags of a context, until the next context.
    func use(_ isWanted: Bool, for context: EvaluationContext) {
        unwanted.withLock { $0 = isWanted ? nil : context }
    }

    func slot(for context: EvaluationContext) -> String? { rules.slot(for: context) }

    func action(for stored: StoredFlags, in conditions: PersistenceConditions) -> CacheAction {
        let isUnwanted = unwanted.withLock { $0 == conditions.request.context }
        return isUnwanted && conditions.request.mode != .offline
            ? .ignore(delete: false) : rules.action(for: stored, in: conditions)
    }

    var maxSlots: Int? { rules.maxSlots }
}
