// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The variations of flags that the current context has been shown.
///
/// Contains an entry for each variation, at most 10,000, until the context changes or events are switched on or off. Safe to
/// use from any thread.
final class ExposureLedger: Sendable {
    /// The maximum number of entries, after which all of them are forgotten, because a flag can change without end.
    private static let limit = 10_000

    /// The part of a flag that is read: its value, or its variant's payload.
    private struct Place: Hashable {
        let name: String
        let target: Evaluation.ReadTarget
    }

    /// A variation of a flag, as far as a view can distinguish it.
    private struct Variation: Hashable {
        let place: Place
        let variant: String?
        let value: FlagValue?
    }

    private struct State: ~Copyable {
        var context: ServedContext?
        /// The flag that was last shown for each part, which avoids comparing values.
        var last: [Place: EvaluatedFlag] = [:]
        var shown: Set<Variation> = []
    }

    private let state = Lock(State())

    /// Adds a variation for a context, and returns `false` if the context has been shown the same variation before.
    ///
    /// - Parameters:
    ///   - name: The flag key.
    ///   - flag: The flag, or `nil` if there's none.
    ///   - target: The part of the flag that is read.
    ///   - context: The context that is shown the flag.
    func add(_ name: String, _ flag: EvaluatedFlag?, _ target: Evaluation.ReadTarget, for context: ServedContext)
        -> Bool
    {
        let place = Place(name: name, target: target)
        // Release it outside the lock, because an earlier context might have the last reference to an object of the app.
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

    /// Forgets all variations.
    func clear() {
        _ = state.withLock { state in
            defer { state = State() }
            return state.context
        }
    }
}
