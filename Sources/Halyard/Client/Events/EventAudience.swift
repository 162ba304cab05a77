// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import Synchronization

/// A sink and the provider whose flags it hears of; nil for all.
struct EventDestination: Sendable {
    /// Who brought the sink along, so that it goes with them.
    enum Owner: Sendable, Hashable {
        case app
        /// A list that was put beside the app's own, by its number.
        case added(Int)
        /// A provider, by the number of its turn with the client.
        case provider(Int)
    }

    let owner: Owner
    let provider: String?
    let sink: any EventSink
    let interest: EventInterest

    init(_ owner: Owner, provider: String? = nil, _ sink: any EventSink) {
        self.owner = owner
        self.provider = provider
        self.sink = sink
        interest = sink.interest
    }

    private func hears(of flag: Flag?) -> Bool { provider == nil || flag == nil || flag?.origin.provider == provider }

    /// Hands the sink an evaluation, if it is the sink's and wanted.
    func hand(_ evaluation: Evaluation) {
        if interest.wants(evaluation), hears(of: evaluation.flag) { sink.evaluated(evaluation) }
    }

    /// Hands the sink changes; a provider's sink hears of no overlay.
    func hand(_ changes: ChangeSet) {
        let heard = provider == nil ? changes : changes.withoutOverlay()
        if !heard.isEmpty { sink.changed(heard) }
    }

    /// Hands the sink the counts of its flags.
    func hand(_ summary: EvaluationSummary) {
        var own = summary
        own.entries.removeAll { !hears(of: $0.flag) }
        if !own.entries.isEmpty || own.uncounted > 0 { sink.counted(own) }
    }
}

/// Who listens, whether events are taken, and whether those that were taken are still handed out.
///
/// An event is posted under the same lock under which listeners come and go, so each hears exactly what happened while it
/// was there, and the word about consent before anything else.
final class EventAudience: Sendable {
    enum Position: UInt8, AtomicRepresentable {
        /// No consent, or nobody to tell; those who leave still hear of the last reads.
        case shut
        case open
        /// The client ends: what was taken is handed out, nothing more is taken.
        case ending
    }

    /// Who is there, and what they may hear.
    struct Members {
        /// Who hears what happens.
        fileprivate(set) var listeners: [EventDestination] = []
        /// Who hears nothing new, but may still have to send, or to forget.
        fileprivate(set) var leaving: [EventDestination] = []
        fileprivate(set) var hasConsent: Bool
        /// Whether they may use the network.
        fileprivate(set) var mode = FlagRequest.Mode.offline
        /// Counts the times that consent was given or taken back.
        fileprivate(set) var consent = 0
        /// Where the gate stays from the client's end on.
        fileprivate var end: Position?

        /// Whether the client has ended, or is about to.
        var isEnding: Bool { end != nil }

        fileprivate var position: Position { end ?? (hasConsent && !all.isEmpty ? .open : .shut) }

        var all: [EventDestination] { listeners + leaving }
    }

    private let position = Atomic(Position.shut)
    private let members: Lock<Members>

    init(hasConsent: Bool) { members = Lock(Members(hasConsent: hasConsent)) }

    var isOpen: Bool { position.load(ordering: .relaxed) == .open }
    var isShut: Bool { position.load(ordering: .relaxed) == .shut }

    /// Everybody who is there, and what they may hear.
    var now: Members { members.withLock { $0 } }

    /// Posts something about those who are there; `post` only puts it in line.
    func post(_ post: (Members) -> Void) {
        members.withLock { post($0) }
    }

    /// Lets some go and others come.
    ///
    /// - Parameters:
    ///   - owner: Whose sinks leave; nil for nobody.
    ///   - entering: Who comes.
    ///   - before: Posts what those who leave still hear.
    ///   - after: Posts what those who come hear first.
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
            position.store(members.position, ordering: .relaxed)
        }
    }

    /// Forgets those who left, once they have sent what is theirs.
    func dismiss(_ owner: EventDestination.Owner) {
        members.withLock { members in
            members.leaving.removeAll { $0.owner == owner }
            position.store(members.position, ordering: .relaxed)
        }
    }

    /// Gives or takes back consent, and posts that to all.
    func setConsent(_ hasConsent: Bool, _ post: (Members) -> Void) {
        members.withLock { members in
            members.hasConsent = hasConsent
            members.consent += 1
            position.store(members.position, ordering: .relaxed)
            post(members)
        }
    }

    /// Lets all use the network or not, and posts that to them if it is new.
    func setMode(_ mode: FlagRequest.Mode, _ post: (Members) -> Void) {
        members.withLock { members in
            guard members.mode != mode else { return }
            members.mode = mode
            post(members)
        }
    }

    /// Takes nothing more; what was taken is still handed out.
    func end() {
        members.withLock { members in
            members.end = members.position == .open ? .ending : .shut
            position.store(members.position, ordering: .relaxed)
        }
    }
}
