// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A sink, and the provider whose events it receives (`nil` for all providers).
struct EventDestination: Sendable {
    /// The owner of a sink, with which the sink enters and leaves.
    enum Owner: Sendable, Hashable {
        case app
        /// The number of a list that was added to the app's own list.
        case added(Int)
        /// A provider, identified by the number of its session with the client.
        case provider(Int)
    }

    let owner: Owner
    let provider: String?
    let sink: any EventSink
    let capabilities: SinkCapabilities
    private let mayTrack: @Sendable () -> Bool

    /// Creates a destination for a sink of the app.
    init(_ owner: Owner, _ sink: any EventSink) {
        self.owner = owner
        provider = nil
        self.sink = sink
        capabilities = sink.capabilities
        mayTrack = { true }
    }

    /// Creates a destination for a provider's sink.
    init(_ owner: Owner, _ sink: ProviderSink) {
        self.owner = owner
        provider = sink.provider
        self.sink = sink.sink
        capabilities = sink.sink.capabilities
        mayTrack = sink.mayTrack
    }

    /// A Boolean value that indicates whether the sink currently accepts tracking events.
    var acceptsTrackingEvents: Bool { capabilities.acceptsTrackingEvents && mayTrack() }

    private func hears(of flag: EvaluatedFlag?) -> Bool { Self.hears(provider, of: flag) }

    /// Returns a Boolean value that indicates whether the sinks of a provider (`nil` for sinks of the app) receive the reads of a
    /// flag.
    static func hears(_ provider: String?, of flag: EvaluatedFlag?) -> Bool {
        provider == nil || flag == nil || flag?.origin.provider == provider
    }

    /// Passes the sink an event, or the part of it that concerns the sink.
    func hand(_ event: FlagEvent) {
        switch event {
        case .evaluated(let evaluation):
            if capabilities.interest.wants(evaluation), hears(of: evaluation.flag) { sink.receive(event) }
        case .counted(var summary):
            summary.entries.removeAll { !hears(of: $0.flag) }
            if !summary.entries.isEmpty || summary.omittedCount > 0 { sink.receive(.counted(summary)) }
        case .tracked(let tracked):
            guard acceptsTrackingEvents else { return }
            if capabilities.receivesContextUses {
                sink.receive(.contextUsed(ContextUse(context: tracked.context, time: tracked.time)))
            }
            sink.receive(event)
        case .changed(let changes, let time):
            // A provider's sink doesn't receive overridden flags.
            let heard = provider == nil ? changes : changes.withoutForced()
            if !heard.isEmpty { sink.receive(.changed(heard, at: time)) }
        case .attached, .consentChanged, .modeChanged, .identified, .contextUsed: sink.receive(event)
        }
    }
}

/// The listeners, and the state that determines whether events are accepted and delivered.
///
/// An event is posted under the lock that also protects the list of listeners. So each listener receives exactly the events
/// that happened while it was registered, and the consent before anything else.
final class EventAudience: Sendable {
    /// The listeners, and the events that they can receive.
    struct Members {
        /// The sinks that receive events.
        fileprivate(set) var listeners: [EventDestination] = []
        /// The sinks that receive no new events, but might still have to send or erase events.
        fileprivate(set) var leaving: [EventDestination] = []
        fileprivate(set) var hasConsent: Bool
        /// The mode, which determines whether the sinks can use the network.
        fileprivate(set) var mode = FlagRequest.Mode.offline
        /// The number of the consent, which starts at 1 and increases each time consent is given or withdrawn.
        fileprivate(set) var consent: UInt64 = 1
        /// A Boolean value that indicates whether the client has ended or is about to end.
        ///
        /// Accepted events are still delivered, and no more events are accepted.
        fileprivate(set) var isEnding = false

        /// A Boolean value that indicates whether accepted events are delivered.
        ///
        /// Leaving sinks still receive the last reads.
        var areHeard: Bool { hasConsent && !all.isEmpty }

        /// The value of ``EventAudience/consent``.
        fileprivate var countedConsent: UInt64 { areHeard && !isEnding ? consent : 0 }

        var all: [EventDestination] { listeners + leaving }
    }

    private let countedConsent = AtomicNumber()
    private let members: Lock<Members>

    init(hasConsent: Bool) { members = Lock(Members(hasConsent: hasConsent)) }

    /// The number of the consent under which reads are counted and events are accepted.
    ///
    /// It's 0 if there's no consent or no listener.
    var consent: UInt64 { countedConsent.relaxed }

    /// The current listeners, and the events that they can receive.
    var now: Members { members.withLock { $0 } }

    /// Posts an event for the current listeners.
    ///
    /// The closure must only enqueue it.
    func post(_ post: (Members) -> Void) {
        members.withLock { post($0) }
    }

    /// Removes some listeners and adds others.
    ///
    /// - Parameters:
    ///   - owner: The owner whose sinks leave, or `nil` for none.
    ///   - entering: The new listeners.
    ///   - before: A closure that posts the last events for the leaving listeners.
    ///   - after: A closure that posts the first events for the new listeners.
    func exchange(
        _ owner: EventDestination.Owner?, for entering: [EventDestination], before: (Members) -> Void,
        after: (Members) -> Void
    ) {
        members.withLock { members in
            before(members)
            members.leaving += members.listeners.filter { $0.owner == owner }
            members.listeners.removeAll { $0.owner == owner }
            members.listeners += entering
            after(members)
            countedConsent.relaxed = members.countedConsent
        }
    }

    /// Removes an owner's leaving sinks after they have sent their events.
    func dismiss(_ owner: EventDestination.Owner) {
        members.withLock { members in
            members.leaving.removeAll { $0.owner == owner }
            countedConsent.relaxed = members.countedConsent
        }
    }

    /// Gives or withdraws consent, and posts the change to all sinks.
    func setConsent(_ hasConsent: Bool, _ post: (Members) -> Void) {
        members.withLock { members in
            members.hasConsent = hasConsent
            members.consent += 1
            countedConsent.relaxed = members.countedConsent
            post(members)
        }
    }

    /// Sets the mode, and posts it to all sinks if it changed.
    func setMode(_ mode: FlagRequest.Mode, _ post: (Members) -> Void) {
        members.withLock { members in
            guard members.mode != mode else { return }
            members.mode = mode
            post(members)
        }
    }

    /// Stops accepting events.
    ///
    /// Accepted events are still delivered.
    func end() {
        members.withLock { members in
            members.isEnding = true
            countedConsent.relaxed = members.countedConsent
        }
    }
}
