// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Which variations of flags the present context has been shown.
///
/// Contains an entry for each variation, at most 10,000, until the context changes or events are switched on or off. Safe to use from
/// any thread.
final class ExposureLedger: Sendable {
    /// With more entries, all of them are forgotten: a flag can change without end.
    private static let limit = 10_000

    /// What is read of a flag: its value, or its variant's payload.
    private struct Place: Hashable {
        let name: String
        let target: Evaluation.ReadTarget
    }

    /// A variation, as far as a view can tell one from another.
    private struct Variation: Hashable {
        let place: Place
        let variant: String?
        let value: FlagValue?
    }

    private struct State: ~Copyable {
        var context: ServedContext?
        /// The flag that was last shown at a place; spares comparing values.
        var last: [Place: EvaluatedFlag] = [:]
        var shown: Set<Variation> = []
    }

    private let state = Lock(State())

    /// Adds what a context is shown; false when it has been shown the same before.
    ///
    /// - Parameters:
    ///   - name: The flag's name.
    ///   - flag: The flag; nil when there is none.
    ///   - facet: What is read of it.
    ///   - context: The context that is shown it.
    func add(_ name: String, _ flag: EvaluatedFlag?, _ target: Evaluation.ReadTarget, for context: ServedContext) -> Bool {
        let place = Place(name: name, target: target)
        // Released outside of the lock: an earlier context may hold the last reference to an object of the app.
        let (isNew, _) = state.withLock { state -> (Bool, ServedContext?) in
            let earlier = state.context
            if earlier !== context { state = State(context: context) }
            if let flag, state.last[place] === flag { return (false, earlier) }
            let value = target == .value ? flag?.value : flag?.variantValue
            let variation = Variation(place: place, variant: flag?.variant, value: value)
            let isNew = !state.shown.contains(variation)
            if isNew, state.shown.count >= Self.limit { state = State(context: context) }
            state.last[place] = flag
            state.shown.insert(variation)
            return (isNew, earlier)
        }
        return isNew
    }

    /// Forgets what was shown.
    func clear() {
        _ = state.withLock { state in
            defer { state = State() }
            return state.context
        }
    }
}
