// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// The events that wait to be sent together.
///
/// An ``EventDelivery`` keeps one batch, adds what happens to it, and takes the content out for each request.
///
/// ```swift
/// struct Counts: EventBatch {
///     private var reads: [String: Int] = [:]
///
///     var count: Int { reads.values.reduce(0, +) }
///
///     mutating func add(_ event: FlagEvent) {
///         guard case .counted(let summary) = event else { return }
///         for entry in summary.entries { reads[entry.key, default: 0] += entry.valueReads + entry.variantReads }
///     }
///
///     mutating func take(at now: Instant) -> Counts {
///         defer { reads = [:] }
///         return self
///     }
///
///     func encoded() async -> EncodedEvents {
///         EncodedEvents([EventPayload.Event(.object(reads.mapValues { .int(Int64($0)) }), count: count)])
///     }
///
///     mutating func takeBack(_ batch: Counts) -> Bool {
///         reads.merge(batch.reads, uniquingKeysWith: +)
///         return true
///     }
/// }
/// ```
/// All methods but ``encoded()`` are called under a lock, so they use memory only and don't call code of the app.
public protocol EventBatch: Sendable {
    /// The number of events that are lost if the batch is never sent.
    ///
    /// Zero for an empty batch, which isn't sent.
    var count: Int { get }

    /// Adds an event.
    ///
    /// Ignore unknown kinds. ``FlagEvent/attached(_:)``, ``FlagEvent/modeChanged(_:)``, and ``FlagEvent/consentChanged(_:)`` aren't
    /// among them: the delivery handles these.
    mutating func add(_ event: FlagEvent)

    /// Removes and returns the content.
    ///
    /// - Parameter now: The current time.
    mutating func take(at now: Instant) -> Self

    /// Encodes the content for a request.
    func encoded() async -> EncodedEvents

    /// Merges an earlier batch that couldn't be delivered into this one, and returns true.
    ///
    /// Implement it for a service that doesn't recognize payloads by their identifiers. Otherwise (the default) the payload is stored as it
    /// is, or dropped if there is no storage. A batch that couldn't be delivered at a flush is always stored if there is storage.
    mutating func takeBack(_ batch: Self) -> Bool

    /// Deletes the events about an identity.
    ///
    /// Does nothing by default, which is right for counts that identify no one.
    mutating func erase(_ context: EvaluationContext)

    /// Returns the losses since the last call, such as events for which there was no room.
    ///
    /// None by default.
    mutating func takeFindings() -> [Diagnostic]
}

extension EventBatch {
    /// Returns false.
    public mutating func takeBack(_ batch: Self) -> Bool { false }
    /// Does nothing.
    public mutating func erase(_ context: EvaluationContext) {}
    /// Returns no losses.
    public mutating func takeFindings() -> [Diagnostic] { [] }
}

/// The content of a batch in a service's format.
public struct EncodedEvents: Sendable, Hashable {
    /// The events of the request.
    ///
    /// Empty if nothing can be encoded. No request is sent then.
    public var events: [EventPayload.Event]
    /// The events that couldn't be encoded, with the reasons.
    public var findings: [Diagnostic]

    /// Creates encoded events.
    public init(_ events: [EventPayload.Event], findings: [Diagnostic] = []) {
        self.events = events
        self.findings = findings
    }
}
