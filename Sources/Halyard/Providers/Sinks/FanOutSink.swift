// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Forwards everything to several sinks, where only one is possible, such as for a provider's name in
/// ``FlagProvider/sinks``.
///
/// ```swift
/// let sink = FanOutSink([ConsoleSink(), JSONLinesSink(path: path)])
/// ```
/// Each member receives what it would receive alone, in the order of the list. An immutable value.
public struct FanOutSink: EventSink {
    private let members: [(sink: any EventSink, interest: EventInterest)]

    /// Makes a sink from several sinks.
    public init(_ sinks: [any EventSink]) {
        members = sinks.map { ($0, $0.interest) }
    }

    /// The highest interest of the members.
    public var interest: EventInterest { members.map(\.interest).max() ?? .counts }

    /// Whether one of the members accepts them.
    public var takesTrackedEvents: Bool { members.contains { $0.sink.takesTrackedEvents } }

    /// Attaches the feed to each member.
    public func attach(_ feed: EventFeed) { for member in members { member.sink.attach(feed) } }

    /// Notifies each member.
    public func modeChanged(to mode: FlagRequest.Mode) { for member in members { member.sink.modeChanged(to: mode) } }

    /// Detaches each member.
    public func detach() async { for member in members { await member.sink.detach() } }

    /// Forwards the evaluation to the members that want it.
    public func evaluated(_ evaluation: Evaluation) {
        for member in members where member.interest.wants(evaluation) { member.sink.evaluated(evaluation) }
    }

    /// Forwards the counts.
    public func counted(_ summary: EvaluationSummary) { for member in members { member.sink.counted(summary) } }

    /// Forwards the event.
    public func tracked(_ event: TrackedEvent) { for member in members { member.sink.tracked(event) } }

    /// Forwards the identification.
    public func identified(_ event: IdentifiedEvent) { for member in members { member.sink.identified(event) } }

    /// Forwards the changes.
    public func changed(_ changes: ChangeSet) { for member in members { member.sink.changed(changes) } }

    /// Lets all members send what they have, at the same time; returns when all have tried.
    public func flush() async {
        await withTaskGroup(of: Void.self) { group in
            for member in members { group.addTask { await member.sink.flush() } }
        }
    }

    /// Lets each member forget the identity.
    public func erase(_ context: EvaluationContext) async { for member in members { await member.sink.erase(context) } }

    /// Notifies each member.
    public func collecting(_ isAllowed: Bool) { for member in members { member.sink.collecting(isAllowed) } }
}
