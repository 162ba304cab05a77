// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A combined provider's sink: like its own, but tracked events reach it only while it can accept them (OpenFeature,
/// Appendix A).
struct ChildSink: EventSink {
    private let sink: any EventSink
    private let takesTracks: @Sendable () -> Bool

    init(_ sink: any EventSink, takesTracks: @escaping @Sendable () -> Bool) {
        self.sink = sink
        self.takesTracks = takesTracks
    }

    var interest: EventInterest { sink.interest }
    var takesTrackedEvents: Bool { sink.takesTrackedEvents && takesTracks() }
    func attach(_ feed: EventFeed) { sink.attach(feed) }
    func modeChanged(to mode: FlagRequest.Mode) { sink.modeChanged(to: mode) }
    func detach() async { await sink.detach() }
    func evaluated(_ evaluation: Evaluation) { sink.evaluated(evaluation) }
    func counted(_ summary: EvaluationSummary) { sink.counted(summary) }
    func identified(_ event: IdentifiedEvent) { sink.identified(event) }
    func changed(_ changes: ChangeSet) { sink.changed(changes) }
    func flush() async { await sink.flush() }
    func erase(_ context: EvaluationContext) async { await sink.erase(context) }
    func collecting(_ isAllowed: Bool) { sink.collecting(isAllowed) }

    func tracked(_ event: TrackedEvent) {
        if takesTracks() { sink.tracked(event) }
    }
}
