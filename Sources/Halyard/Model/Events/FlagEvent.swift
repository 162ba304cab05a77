// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// An event that a client passes to its sinks.
///
/// Later versions can add kinds, so give each `switch` a `default`.
public enum FlagEvent: Sendable {
    /// The sink joins a client.
    ///
    /// This is always the first event.
    ///
    /// With the feed, the sink can close the counting window before it sends, and report losses.
    case attached(EventFeed)

    /// The app gave or withdrew consent to collect events (``FlagClient/setEventsEnabled(_:)``).
    ///
    /// Without consent, no events follow. Delete the unsent events.
    case consentChanged(Bool)

    /// The client went online, offline, or to the background.
    ///
    /// Until the first of these events, the sink must not use the network. The event comes ahead of queued events, and
    /// before any ``EventSink/flush()`` by an app that knows the new mode.
    case modeChanged(FlagRequest.Mode)

    /// A flag was evaluated: one that requests single events, or any flag if the sink's interest includes it.
    case evaluated(Evaluation)

    /// A counting window was closed: at a flush, a change of context, or the end.
    case counted(EvaluationSummary)

    /// A context was used: the first read of a snapshot, or a tracking event.
    ///
    /// Only a sink that requests it (``SinkCapabilities/receivesContextUses``) receives this event. It comes before the event
    /// that caused it, and again when flags have changed or a counting window was closed in the meantime. If several threads use
    /// a context for the first time together, events of the other threads can come before it.
    case contextUsed(ContextUse)

    /// The app tracked an event.
    case tracked(TrackingEvent)

    /// The app identified a context, or reported that two contexts are the same user.
    case identified(IdentifyEvent)

    /// Flags changed.
    case changed(ChangeSet, at: Instant)
}
