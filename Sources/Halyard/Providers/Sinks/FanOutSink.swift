// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Hands everything on to several sinks, where only one is asked for: a provider's name, say, in ``FlagProvider/sinks``.
///
/// Each member hears what it would hear alone, in the order of the list. An immutable value.
public struct FanOutSink: EventSink {
    private let members: [(sink: any EventSink, interest: EventInterest)]

    /// Makes a sink of sinks.
    public init(_ sinks: [any EventSink]) {
        members = sinks.map { ($0, $0.interest) }
    }

    /// The highest interest of the members.
    public var interest: EventInterest { members.map(\.interest).max() ?? .counts }

    /// Whether one of the members takes them.
    public var takesTrackedEvents: Bool { members.contains { $0.sink.takesTrackedEvents } }

    /// Gives each member the way back to the client.
    public func attach(_ feed: EventFeed) { for member in members { member.sink.attach(feed) } }

    /// Tells each member.
    public func modeChanged(to mode: FlagRequest.Mode) { for member in members { member.sink.modeChanged(to: mode) } }

    /// Lets each member go.
    public func detach() async { for member in members { await member.sink.detach() } }

    /// Hands the evaluation to the members that want it.
    public func evaluated(_ evaluation: Evaluation) {
        for member in members where member.interest.wants(evaluation) { member.sink.evaluated(evaluation) }
    }

    /// Hands the counts on.
    public func counted(_ summary: EvaluationSummary) { for member in members { member.sink.counted(summary) } }

    /// Hands the event on.
    public func tracked(_ event: TrackedEvent) { for member in members { member.sink.tracked(event) } }

    /// Hands the identification on.
    public func identified(_ event: IdentifiedEvent) { for member in members { member.sink.identified(event) } }

    /// Hands the changes on.
    public func changed(_ changes: ChangeSet) { for member in members { member.sink.changed(changes) } }

    /// Lets all members send what they have, at the same time; returns when all have tried.
    public func flush() async {
        await withTaskGroup(of: Void.self) { group in
            for member in members { group.addTask { await member.sink.flush() } }
        }
    }

    /// Lets each member forget the identity.
    public func erase(_ context: EvaluationContext) async { for member in members { await member.sink.erase(context) } }

    /// Tells each member.
    public func collecting(_ isAllowed: Bool) { for member in members { member.sink.collecting(isAllowed) } }
}
