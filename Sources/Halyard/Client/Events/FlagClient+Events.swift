// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    /// Records an event that can be measured against flags.
    ///
    /// Doesn't perform I/O. If neither the provider nor a sink of the app accepts tracking events, the client reports each
    /// event name once as `trackedNowhere`. The Unleash provider doesn't accept them.
    ///
    /// - Parameters:
    ///   - name: The event's name.
    ///   - data: Additional data.
    ///   - metric: A number for numeric metrics.
    ///   - context: The event's context, or `nil` for the client's context.
    public func track(
        _ name: String, data: FlagValue = .null, metric: Double? = nil, for context: EvaluationContext? = nil
    ) {
        router.track(
            TrackingEvent(
                name: name, data: data, metric: metric, context: context ?? self.context, time: options.time.now))
    }

    /// Reports that two contexts belong to the same user, such as before and after a login.
    ///
    /// Doesn't change any flags.
    public func alias(_ context: EvaluationContext, previous: EvaluationContext) {
        router.identify(
            IdentifyEvent(context: context, previous: previous, isAlias: true, time: options.time.now))
    }

    /// Closes the counting window and lets every sink send its events.
    ///
    /// Returns when all sinks have tried, and after the deadline at the latest, even in a canceled task. After the deadline,
    /// the sinks continue.
    ///
    /// - Parameter deadline: The maximum time for requests, and for files that another process has locked.
    /// - Returns: A Boolean value that indicates whether all sinks have tried in that time.
    @discardableResult
    public func flush(within deadline: Duration = .seconds(30)) async -> Bool {
        await withDeadline(deadline, on: options.time) { [router] in await router.flush() }
    }

    /// A Boolean value that indicates whether evaluations are counted and events are accepted.
    ///
    /// It's `false` without consent or without a sink.
    public var eventsEnabled: Bool { router.isEnabled }

    /// Gives or withdraws the consent to count evaluations and accept events.
    ///
    /// Without consent, nothing is collected, and data that hasn't been delivered to a sink is forgotten. Flags are still
    /// served.
    public func setEventsEnabled(_ enabled: Bool) {
        router.setEnabled(enabled)
        // The flags that views currently show are counted again.
        exposures.clear()
    }
}
