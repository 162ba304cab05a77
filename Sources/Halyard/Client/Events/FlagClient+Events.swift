// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    /// Records that something happened that may be measured against flags.
    ///
    /// Memory only. Where neither the provider (Unleash's does not) nor a sink of the app accepts such events, each name is
    /// reported once: `trackedNowhere`.
    ///
    /// - Parameters:
    ///   - name: The event's name.
    ///   - data: Anything else about it.
    ///   - metric: A number for numeric metrics.
    ///   - context: Whom it happened to; nil for the client's context.
    public func track(
        _ name: String, data: FlagValue = .null, metric: Double? = nil, for context: EvaluationContext? = nil
    ) {
        router.track(
            TrackingEvent(
                name: name, data: data, metric: metric, context: context ?? self.context, time: options.time.now))
    }

    /// Reports that two contexts are the same person, such as before and after a login.
    ///
    /// Flags do not change.
    public func alias(_ context: EvaluationContext, previous: EvaluationContext) {
        router.identify(
            IdentifyEvent(context: context, previous: previous, isAlias: true, time: options.time.now))
    }

    /// Closes the counting window and lets every sink send its events.
    ///
    /// Returns when all have tried, and after the deadline at the latest, even in a cancelled task. Then the sinks go on.
    ///
    /// - Parameter deadline: The time that the sinks have: for requests, and for files that another process has locked.
    /// - Returns: Whether all have tried in that time.
    @discardableResult
    public func flush(within deadline: Duration = .seconds(30)) async -> Bool {
        await withDeadline(deadline, on: options.time) { [router] in await router.flush() }
    }

    /// Whether evaluations are counted and events taken; false without consent, and when there is no sink.
    public var eventsEnabled: Bool { router.isEnabled }

    /// Gives or withdraws the consent to count evaluations and take events.
    ///
    /// Without consent nothing is collected, and what was counted but not yet delivered to a sink is forgotten. Flags are
    /// still served.
    public func setEventsEnabled(_ enabled: Bool) {
        router.setEnabled(enabled)
        // What views show is to be counted anew.
        exposures.clear()
    }
}
