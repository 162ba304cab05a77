// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly

/// Whom flags are for, in the words that the app chose; they decide which generation of the service is spoken to.
package enum LDIdentity: Sendable {
    case user(LDUser)
    case context(LDContext)

    /// The same as a neutral context, which carries it along.
    var neutral: EvaluationContext {
        switch self {
        case .user(let user): user.neutral.context
        case .context(let context): context.context
        }
    }

    /// The user; nil for a context.
    var user: LDUser? {
        if case .user(let user) = self { user } else { nil }
    }
}
