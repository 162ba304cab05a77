// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// One event as data: to keep, to show, or to write as a line.
///
/// A sink makes records of the events that it receives, most easily as a ``RecordSink``. A record contains only as much
/// about a context as its ``ContextDetail`` allows. An immutable value; making one is cheap, and it is formatted only when
/// ``json`` or ``description`` is read.
public struct EventRecord: Sendable {
    /// What happened; an open set of names in lower case.
    public struct Kind: RawRepresentable, Sendable, Hashable {
        /// The kind's name.
        public let rawValue: String

        /// Makes a kind from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A single evaluation of a flag: a user was exposed to its value.
        public static let exposure = Kind(rawValue: "exposure")
        /// How often flags were evaluated in a window of time.
        public static let summary = Kind(rawValue: "summary")
        /// Something that the app tracked.
        public static let custom = Kind(rawValue: "custom")
        /// The app identified a context.
        public static let identify = Kind(rawValue: "identify")
        /// The app reported that two contexts are the same person.
        public static let alias = Kind(rawValue: "alias")
        /// Flags changed.
        public static let change = Kind(rawValue: "change")
    }

    enum Content: Sendable {
        case exposure(Evaluation)
        case summary(EvaluationSummary)
        case custom(TrackedEvent)
        case identity(IdentifiedEvent)
        case change(ChangeSet)
    }

    /// What happened.
    public let kind: Kind
    /// When; for a summary the end of its window.
    public let time: Instant

    let content: Content
    let detail: ContextDetail

    /// Makes a record of an evaluation.
    public init(_ evaluation: Evaluation, context: ContextDetail = .keys) {
        var evaluation = evaluation
        // A record that is kept must not keep every flag of that moment alive.
        evaluation.table = FlagTable()
        self.init(.exposure, evaluation.time, .exposure(evaluation), context)
    }

    /// Makes a record of counts.
    public init(_ summary: EvaluationSummary, context: ContextDetail = .keys) {
        self.init(.summary, summary.end, .summary(summary), context)
    }

    /// Makes a record of what the app tracked.
    public init(_ event: TrackedEvent, context: ContextDetail = .keys) {
        self.init(.custom, event.time, .custom(event), context)
    }

    /// Makes a record of an identification or an alias.
    public init(_ event: IdentifiedEvent, context: ContextDetail = .keys) {
        self.init(event.isAlias ? .alias : .identify, event.time, .identity(event), context)
    }

    /// Makes a record of changed flags.
    public init(_ changes: ChangeSet, time: Instant) {
        self.init(.change, time, .change(changes), .none)
    }

    private init(_ kind: Kind, _ time: Instant, _ content: Content, _ detail: ContextDetail) {
        self.kind = kind
        self.time = time
        self.content = content
        self.detail = detail
    }

    /// Whether the event is about an identity (kinds and keys), so that ``EventSink/erase(_:)`` must remove it.
    ///
    /// A change of flags is about no identity: it says what changed, not for whom.
    public func isAbout(_ identity: EvaluationContext) -> Bool {
        switch content {
        case .exposure(let evaluation): evaluation.context.hasSameIdentity(as: identity)
        case .summary(let summary): summary.context.hasSameIdentity(as: identity)
        case .custom(let event): event.context.hasSameIdentity(as: identity)
        case .identity(let event):
            event.context.hasSameIdentity(as: identity) || event.previous?.hasSameIdentity(as: identity) == true
        case .change: false
        }
    }
}

extension EventRecord.Kind: CustomStringConvertible {
    /// The kind's name.
    public var description: String { rawValue }
}
