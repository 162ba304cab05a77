// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What a client passes to its sinks.
///
/// Later versions may add kinds, so give each `switch` a `default`.
public enum FlagEvent: Sendable {
    /// The sink joins a client: the first event.
    ///
    /// With the feed it can close the counting window before it sends, and report losses.
    case attached(EventFeed)

    /// Whether events may be collected from now on (``FlagClient/setEventsEnabled(_:)``).
    ///
    /// Without consent no further events come, and what was collected but not sent yet must be forgotten.
    case consentChanged(Bool)

    /// Whether the sink may use the network, and whether the user sees the app; offline until the first of these events.
    ///
    /// Comes ahead of queued events, which may follow it. Comes before any ``EventSink/flush()`` by an app that has seen the new
    /// mode.
    case modeChanged(FlagRequest.Mode)

    /// A flag that requests it was evaluated, or any flag if the sink's interest says so.
    case evaluated(Evaluation)

    /// A counting window was closed: at a flush, a change of context, or the end.
    case counted(EvaluationSummary)

    /// The app reported that something happened.
    case tracked(TrackingEvent)

    /// The app identified a context, or reported that two contexts are the same person.
    case identified(IdentifyEvent)

    /// Flags changed.
    case changed(ChangeSet, at: Instant)
}
