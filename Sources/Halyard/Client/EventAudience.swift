// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import Synchronization

/// A sink and the provider whose flags it hears of; nil for all.
struct EventDestination: Sendable {
    /// Who brought the sink along, so that it goes with them.
    enum Owner: Sendable, Hashable {
        case app
        /// A configuration, by the number of its list of sinks.
        case configuration(Int)
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

    func hears(of flag: Flag?) -> Bool { provider == nil || flag == nil || flag?.origin.provider == provider }
}

/// The sinks, whether events are taken, and whether those that were taken are still handed out.
final class EventAudience: Sendable {
    enum Position: UInt8, AtomicRepresentable {
        /// No consent, or nobody to tell.
        case shut
        case open
        /// The client ends: what was taken is handed out, nothing more is taken.
        case ending
    }

    /// Who is there, and what they may hear.
    struct Members {
        var destinations: [EventDestination] = []
        var hasConsent: Bool
        /// Where the gate stays from the client's end on.
        var end: Position?

        var position: Position { end ?? (hasConsent && !destinations.isEmpty ? .open : .shut) }
    }

    private let position = Atomic(Position.shut)
    private let members: Lock<Members>

    init(hasConsent: Bool) { members = Lock(Members(hasConsent: hasConsent)) }

    var destinations: [EventDestination] { members.withLock { $0.destinations } }
    var hasConsent: Bool { members.withLock { $0.hasConsent } }

    func change(_ body: (inout Members) -> Void) {
        members.withLock { members in
            body(&members)
            position.store(members.position, ordering: .relaxed)
        }
    }

    var isOpen: Bool { position.load(ordering: .relaxed) == .open }
    var isShut: Bool { position.load(ordering: .relaxed) == .shut }
}
