// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

@testable import Halyard

extension Combination {
    /// Creates a combination whose reads don't record comparisons.
    convenience init(names: [String], strategy: CombinationStrategy, identity: String) {
        self.init(
            names: names, strategy: strategy, identity: identity,
            anonymousKey: CombinedProvider.AnonymousContextKey(store: nil),
            reader: CombinationReader(ParityLedger()) { _ in })
    }
}
