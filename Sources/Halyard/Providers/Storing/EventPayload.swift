// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The events of one request to a service, in the service's format.
///
/// If sending fails, Halyard stores the payload and sends it again with the same identifier. A service that recognizes the
/// identifier counts the payload once.
public struct EventPayload: Sendable, Hashable {
    /// One event.
    public struct Event: Sendable, Hashable {
        /// The event as the service receives it.
        public var json: FlagValue
        /// The number of events that are lost if this event is never sent.
        ///
        /// An event that contains counts represents more than one.
        public private(set) var count: Int
        /// The digests of the identities that the event is about.
        private(set) var identities: [String]

        /// Creates an event.
        ///
        /// - Parameters:
        ///   - json: The event as the service receives it.
        ///   - contexts: The contexts that the event is about, or none if it identifies nobody. Erasing one of them deletes the
        ///     event.
        ///   - count: The number of events that are lost if this event is never sent.
        public init(_ json: FlagValue, about contexts: [EvaluationContext] = [], count: Int = 1) {
            self.json = json
            self.count = max(0, count)
            identities = contexts.map(\.identityDigest)
        }
    }

    /// The payload's identifier.
    ///
    /// It consists of letters, digits, and hyphens, because it becomes part of a file name.
    public let id: String
    /// The events, in order.
    public private(set) var events: [Event]

    /// Creates a payload.
    package init(id: String, events: [Event]) {
        self.id = id
        self.events = events
    }

    /// The number of events that are lost if the payload is never sent.
    public var count: Int {
        events.reduce(0) { sum, event in
            let (next, isTooLarge) = sum.addingReportingOverflow(event.count)
            return isTooLarge ? .max : next
        }
    }

    /// Deletes the events about an identity.
    ///
    /// - Parameter identity: The identity's digest.
    package mutating func erase(_ identity: String) { events.removeAll { $0.identities.contains(identity) } }
}

// The file format.
extension EventPayload {
    private static let version: Int64 = 1

    /// The contents of the file.
    var bytes: [UInt8] {
        JSONWriter.bytes([
            "version": .int(Self.version), "id": .string(id), "events": .array(events.map(\.record)),
        ])
    }

    /// Reads a file.
    ///
    /// Returns `nil` if the file is damaged or has another version.
    init?(_ bytes: [UInt8]) {
        guard let json = try? JSONReader().read(bytes), json["version"] == .int(Self.version),
            case .string(let id)? = json["id"], case .array(let records)? = json["events"]
        else { return nil }
        let events = records.compactMap { Event(record: $0) }
        guard events.count == records.count else { return nil }
        self.init(id: id, events: events)
    }
}

extension EventPayload.Event {
    fileprivate var record: FlagValue {
        ["event": json, "about": .array(identities.map(FlagValue.string)), "count": .int(Int64(count))]
    }

    fileprivate init?(record: FlagValue) {
        guard let json = record["event"], case .array(let identities)? = record["about"],
            case .int(let count)? = record["count"]
        else { return nil }
        self.json = json
        self.count = max(0, Int(clamping: count))
        self.identities = identities.compactMap { String(flagValue: $0) }
    }
}
