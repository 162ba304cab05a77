// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A sink and the provider whose events it receives; nil for all.
struct EventDestination: Sendable {
    /// Who brought the sink, and with whom it leaves.
    enum Owner: Sendable, Hashable {
        case app
        /// A list that was added to the app's own, by its number.
        case added(Int)
        /// A provider, by the number of its session with the client.
        case provider(Int)
    }

    let owner: Owner
    let provider: String?
    let sink: any EventSink
    let capabilities: SinkCapabilities
    private let mayTrack: @Sendable () -> Bool

    /// A sink of the app.
    init(_ owner: Owner, _ sink: any EventSink) {
        self.owner = owner
        provider = nil
        self.sink = sink
        capabilities = sink.capabilities
        mayTrack = { true }
    }

    /// A provider's sink.
    init(_ owner: Owner, _ sink: ProviderSink) {
        self.owner = owner
        provider = sink.provider
        self.sink = sink.sink
        capabilities = sink.sink.capabilities
        mayTrack = sink.mayTrack
    }

    /// Tracking events reach the sink now.
    var acceptsTrackingEvents: Bool { capabilities.acceptsTrackingEvents && mayTrack() }

    private func hears(of flag: EvaluatedFlag?) -> Bool { provider == nil || flag == nil || flag?.origin.provider == provider }

    /// Passes the sink an event, or what of it concerns the sink.
    func hand(_ event: FlagEvent) {
        switch event {
        case .evaluated(let evaluation):
            if capabilities.interest.wants(evaluation), hears(of: evaluation.flag) { sink.receive(event) }
        case .counted(var summary):
            summary.entries.removeAll { !hears(of: $0.flag) }
            if !summary.entries.isEmpty || summary.omittedCount > 0 { sink.receive(.counted(summary)) }
        case .tracked:
            if acceptsTrackingEvents { sink.receive(event) }
        case .changed(let changes, let time):
            // A provider's sink receives no forced flags.
            let heard = provider == nil ? changes : changes.withoutForced()
            if !heard.isEmpty { sink.receive(.changed(heard, at: time)) }
        case .attached, .consentChanged, .modeChanged, .identified: sink.receive(event)
        }
    }
}

/// The listeners, whether events are accepted, and whether those already accepted are still delivered.
///
/// An event is posted under the lock that also protects the list of listeners, so each receives exactly what happened
/// while it was registered, and the consent before anything else.
final class EventAudience: Sendable {
    /// The listeners, and what they may receive.
    struct Members {
        /// The sinks that receive events.
        fileprivate(set) var listeners: [EventDestination] = []
        /// The sinks that receive nothing new, but may still have to send, or to forget.
        fileprivate(set) var leaving: [EventDestination] = []
        fileprivate(set) var hasConsent: Bool
        /// Whether they may use the network.
        fileprivate(set) var mode = FlagRequest.Mode.offline
        /// The number of the consent, given or not: 1, and one more each time it is given or withdrawn.
        fileprivate(set) var consent: UInt64 = 1
        /// Whether the client has ended, or is about to: accepted events are delivered, and no more are accepted.
        fileprivate(set) var isEnding = false

        /// Whether accepted events are delivered; those that leave still receive the last reads.
        var areHeard: Bool { hasConsent && !all.isEmpty }

        /// What ``EventAudience/consent`` says.
        fileprivate var countedConsent: UInt64 { areHeard && !isEnding ? consent : 0 }

        var all: [EventDestination] { listeners + leaving }
    }

    private let countedConsent = AtomicNumber()
    private let members: Lock<Members>

    init(hasConsent: Bool) { members = Lock(Members(hasConsent: hasConsent)) }

    /// The number of the consent under which reads are counted and events accepted now; 0 while they are not: there is no
    /// consent, or no listener.
    var consent: UInt64 { countedConsent.relaxed }

    /// The current listeners, and what they may receive.
    var now: Members { members.withLock { $0 } }

    /// Posts something for the current listeners; `post` only enqueues it.
    func post(_ post: (Members) -> Void) {
        members.withLock { post($0) }
    }

    /// Removes some listeners and adds others.
    ///
    /// - Parameters:
    ///   - owner: The owner whose sinks leave; nil for none.
    ///   - entering: The new listeners.
    ///   - before: Posts what those that leave still receive.
    ///   - after: Posts what the new ones receive first.
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

    /// Forgets those that left, once they have sent what they have.
    func dismiss(_ owner: EventDestination.Owner) {
        members.withLock { members in
            members.leaving.removeAll { $0.owner == owner }
            countedConsent.relaxed = members.countedConsent
        }
    }

    /// Gives or withdraws consent, and posts that to all.
    func setConsent(_ hasConsent: Bool, _ post: (Members) -> Void) {
        members.withLock { members in
            members.hasConsent = hasConsent
            members.consent += 1
            countedConsent.relaxed = members.countedConsent
            post(members)
        }
    }

    /// Sets whether all may use the network, and posts that to them if it changed.
    func setMode(_ mode: FlagRequest.Mode, _ post: (Members) -> Void) {
        members.withLock { members in
            guard members.mode != mode else { return }
            members.mode = mode
            post(members)
        }
    }

    /// Accepts nothing more; what was accepted is still delivered.
    func end() {
        members.withLock { members in
            members.isEnding = true
            countedConsent.relaxed = members.countedConsent
        }
    }
}
