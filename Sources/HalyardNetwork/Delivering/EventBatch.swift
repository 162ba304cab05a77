// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// The events that wait to be sent together.
///
/// An ``EventDelivery`` has one batch, adds events to it, and takes its content for each request.
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
///     mutating func drain(at now: Instant) -> Counts {
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
/// All methods except ``encoded()`` are called under a lock, so they must only use memory, and must not call the app's code.
public protocol EventBatch: Sendable {
    /// The number of events that are lost if the batch is never sent.
    ///
    /// Zero means that the batch is empty. An empty batch isn't sent.
    var count: Int { get }

    /// Adds an event.
    ///
    /// Ignore unknown kinds of events. The delivery handles `FlagEvent.attached`, `FlagEvent.modeChanged`, and
    /// `FlagEvent.consentChanged` itself, and doesn't add them.
    mutating func add(_ event: FlagEvent)

    /// Removes and returns the content.
    ///
    /// - Parameter now: The current time.
    mutating func drain(at now: Instant) -> Self

    /// Discards the content, and everything that identifies someone, because consent was withdrawn.
    ///
    /// By default, it discards what ``drain(at:)`` returns.
    mutating func discard(at now: Instant)

    /// Encodes the content for a request.
    func encoded() async -> EncodedEvents

    /// Merges an earlier batch that couldn't be delivered into this one, and returns `true`.
    ///
    /// Implement it for a service that doesn't recognize payloads by their identifiers. By default, it returns `false`, and the
    /// payload is stored unchanged, or dropped if there is no storage. If a flush can't deliver a batch, the batch is always stored
    /// if storage is available.
    mutating func takeBack(_ batch: Self) -> Bool

    /// Deletes the events about an identity.
    ///
    /// Does nothing by default, which is right for counts that don't identify anyone.
    mutating func erase(_ context: EvaluationContext)

    /// Returns the losses since the last call, such as events that exceeded the capacity.
    ///
    /// Returns no losses by default.
    mutating func takeDiagnostics() -> [Diagnostic]
}

extension EventBatch {
    /// Discards what ``drain(at:)`` returns.
    public mutating func discard(at now: Instant) { _ = drain(at: now) }
    /// Returns `false`.
    public mutating func takeBack(_ batch: Self) -> Bool { false }
    /// Does nothing.
    public mutating func erase(_ context: EvaluationContext) {}
    /// Returns no losses.
    public mutating func takeDiagnostics() -> [Diagnostic] { [] }
}

/// The content of a batch in a service's format.
public struct EncodedEvents: Sendable, Hashable {
    /// The events of the request.
    ///
    /// If it's empty because nothing can be encoded, no request is sent.
    public var events: [EventPayload.Event]
    /// The events that couldn't be encoded, with the reasons.
    public var diagnostics: [Diagnostic]

    /// Creates encoded events.
    public init(_ events: [EventPayload.Event], diagnostics: [Diagnostic] = []) {
        self.events = events
        self.diagnostics = diagnostics
    }
}
