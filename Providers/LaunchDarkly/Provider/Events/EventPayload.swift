// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The events of one request in a dialect's form, and the identifier by which the service counts them once.
struct EventPayload: Sendable {
    /// One event.
    struct Event: Sendable {
        var json: FlagValue
        /// Everyone it is about; empty for counts that identify no one.
        var subjects: [EvaluationContext] = []
    }

    let id: String
    let era: LaunchDarklyEra
    let events: [FlagValue]
    /// The digests of the identities that the events are about.
    private let subjects: [[String]]

    init(id: String, era: LaunchDarklyEra, events: [Event]) {
        self.id = id
        self.era = era
        self.events = events.map(\.json)
        subjects = events.map { $0.subjects.map(\.identityDigest) }
    }
}

// What is kept on disk: the encoded events, which contain no private attribute and no mobile key.
extension EventPayload {
    /// The payload as it is stored.
    ///
    /// - Parameter count: How many events are lost if it is never sent.
    func stored(count: Int) -> StoredEvents {
        let events = zip(events, subjects).map { event, subjects -> FlagValue in
            ["event": event, "about": .array(subjects.map(FlagValue.string))]
        }
        return StoredEvents(id: id, count: count, content: ["era": .string(era.rawValue), "events": .array(events)])
    }

    /// Reads a stored payload; nil for one that is not this provider's.
    init?(_ stored: StoredEvents) {
        guard case .string(let name)? = stored.content["era"], let era = LaunchDarklyEra(rawValue: name),
            case .array(let events)? = stored.content["events"]
        else { return nil }
        (id, self.era) = (stored.id, era)
        self.events = events.compactMap { $0["event"] }
        subjects = []
    }

    /// Stored events without those about an identity; nil when nothing is left.
    static func forgetting(_ identity: String, in stored: StoredEvents) -> StoredEvents? {
        guard case .array(let events)? = stored.content["events"] else { return stored }
        let others = events.filter { event in
            guard case .array(let subjects)? = event["about"] else { return true }
            return !subjects.contains(.string(identity))
        }
        if others.isEmpty { return nil }
        guard others.count < events.count, case .object(var content) = stored.content else { return stored }
        content["events"] = .array(others)
        let count = max(0, stored.count - (events.count - others.count))
        return StoredEvents(id: stored.id, count: count, content: .object(content))
    }
}
