// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// An event as data, to store it, display it, or write it as a line.
///
/// ```swift
/// struct AnalyticsSink: EventSink {
///     let queue: AsyncStream<EventRecord>.Continuation
///
///     func receive(_ event: FlagEvent) {
///         if let record = EventRecord(event), record.kind == .custom { queue.yield(record) }
///     }
/// }
/// ```
/// A record contains only as much about a context as its ``EventRecord/ContextDetail`` allows. It's an immutable value. Creating a
/// record is cheap, and only ``json`` and ``description`` format it. A sink that stores records must delete them in
/// ``EventSink/erase(_:)`` (``isAbout(_:)``) and when consent is withdrawn.
public struct EventRecord: Sendable {
    /// The kind of an event: an open set of lowercase names.
    public struct Kind: RawRepresentable, Sendable, Hashable {
        /// The kind's name.
        public let rawValue: String

        /// Creates a kind from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A single evaluation of a flag: a user was exposed to its value.
        public static let exposure = Kind(rawValue: "exposure")
        /// The number of evaluations of flags in a period of time.
        public static let summary = Kind(rawValue: "summary")
        /// A tracking event of the app.
        public static let custom = Kind(rawValue: "custom")
        /// The identification of a context by the app.
        public static let identify = Kind(rawValue: "identify")
        /// The report that two contexts are the same user.
        public static let alias = Kind(rawValue: "alias")
        /// A change of flags.
        public static let change = Kind(rawValue: "change")
    }

    /// The kind of the event.
    public let kind: Kind
    /// The time of the event, or the end of a summary's period.
    public let time: Instant

    let event: FlagEvent
    let detail: EventRecord.ContextDetail

    /// Creates a record of an event.
    ///
    /// Returns `nil` for events that only concern the sink: ``FlagEvent/attached(_:)``, ``FlagEvent/consentChanged(_:)``,
    /// ``FlagEvent/modeChanged(_:)``, and ``FlagEvent/contextUsed(_:)``.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - context: The amount of detail about contexts.
    public init?(_ event: FlagEvent, context: EventRecord.ContextDetail = .keys) {
        var event = event
        switch event {
        case .attached, .consentChanged, .modeChanged, .contextUsed: return nil
        case .evaluated(var evaluation):
            // A stored record must not retain the whole table.
            evaluation.table = FlagTable()
            event = .evaluated(evaluation)
            kind = .exposure
            time = evaluation.time
        case .counted(let summary):
            kind = .summary
            time = summary.end
        case .tracked(let tracked):
            kind = .custom
            time = tracked.time
        case .identified(let identified):
            kind = identified.isAlias ? .alias : .identify
            time = identified.time
        case .changed(_, let when):
            kind = .change
            time = when
        }
        self.event = event
        detail = context
    }

    /// Returns whether the event is about an identity (kinds and keys), so that ``EventSink/erase(_:)`` must delete it.
    ///
    /// A change of flags isn't about an identity, because it doesn't contain one.
    public func isAbout(_ identity: EvaluationContext) -> Bool {
        switch event {
        case .evaluated(let evaluation): evaluation.context.hasSameIdentity(as: identity)
        case .counted(let summary): summary.context.hasSameIdentity(as: identity)
        case .tracked(let event): event.context.hasSameIdentity(as: identity)
        case .identified(let event):
            event.context.hasSameIdentity(as: identity) || event.previous?.hasSameIdentity(as: identity) == true
        case .changed, .attached, .consentChanged, .modeChanged, .contextUsed: false
        }
    }
}

extension EventRecord.Kind: CustomStringConvertible {
    /// The kind's name.
    public var description: String { rawValue }
}
