// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import HalyardSupport

/// The objects under which reads for other contexts are counted, one for each combination of kinds.
///
/// An app with many combinations of kinds gets new objects occasionally, which count the same kinds twice in one window.
final class CountedKinds: Sendable {
    /// The maximum number of combinations of context kinds.
    private static let maximumCount = 32

    /// The most recent combinations.
    private let recent = Lock<[ServedContext]>([])

    /// Returns the object that all contexts with the same kinds share.
    func object(for context: EvaluationContext) -> ServedContext {
        recent.withLock { recent in
            if let known = recent.first(where: { $0.context.hasSameKinds(as: context) }) { return known }
            let new = ServedContext(context.kindsOnly)
            recent.append(new)
            if recent.count > Self.maximumCount { recent.removeFirst() }
            return new
        }
    }
}
