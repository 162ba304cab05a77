// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// One evaluation of one flag.
public struct Evaluation: Sendable {
    /// The part of a flag that was read.
    public enum ReadTarget: String, Sendable, Hashable {
        /// The value.
        ///
        /// For an on/off flag, it indicates whether the flag is on.
        case value
        /// The payload of an on/off flag's variant.
        case payload
    }

    /// The flag that was served, or `nil` if there was none.
    public var flag: EvaluatedFlag?
    /// The requested flag key.
    public var key: String
    /// The value that the caller got.
    public var value: FlagValue
    /// The caller's default value.
    public var defaultValue: FlagValue
    /// The part of the flag that was read.
    public var target: ReadTarget
    /// The error because of which the caller got the default value, if any.
    public var error: ErrorCode?
    /// A Boolean value that indicates whether the caller requested the details, and not only the value.
    ///
    /// Some vendors receive the reason only then.
    public var isDetailed: Bool
    /// The table that the flag was looked up in.
    ///
    /// For a context other than the client's, each access evaluates every flag if rules evaluate them. To look up one flag, such
    /// as a prerequisite, use ``flag(named:)``.
    public var table: FlagTable {
        get { flags.table }
        set { flags = ContextFlags(newValue) }
    }
    private var flags: ContextFlags
    /// The context that the flag was evaluated for.
    public var context: EvaluationContext
    /// The time of the evaluation.
    public var time: Instant
    /// The position among a client's evaluations and first reads, or `nil` for an evaluation without a client.
    package var order: Int?

    /// Creates an evaluation, for tests of sinks.
    public init(
        flag: EvaluatedFlag?, key: String, value: FlagValue, defaultValue: FlagValue, target: ReadTarget = .value,
        error: ErrorCode? = nil,
        isDetailed: Bool = false, table: FlagTable = FlagTable(), context: EvaluationContext, time: Instant
    ) {
        self.init(
            flag: flag, key: key, value: value, defaultValue: defaultValue, target: target, error: error,
            isDetailed: isDetailed,
            flags: ContextFlags(table), context: context, time: time)
    }

    init(
        flag: EvaluatedFlag?, key: String, value: FlagValue, defaultValue: FlagValue, target: ReadTarget,
        error: ErrorCode?,
        isDetailed: Bool = false, flags: ContextFlags, context: EvaluationContext, time: Instant
    ) {
        self.flag = flag
        self.key = key
        self.value = value
        self.defaultValue = defaultValue
        self.target = target
        self.error = error
        self.isDetailed = isDetailed
        self.flags = flags
        self.context = context
        self.time = time
    }

    /// Returns the flag of a key in ``table``, such as a prerequisite, or `nil` if the table has none.
    ///
    /// Costs one lookup.
    public func flag(named name: String) -> EvaluatedFlag? { flags.flag(name, hash: KeyHash.of(name)) }
}

/// The evaluations in a counting window, with their counts.
public struct EvaluationSummary: Sendable {
    /// The count of one flag, or of one unknown key.
    public struct Entry: Sendable {
        /// The flag that was served, or `nil` if there was none.
        public var flag: EvaluatedFlag?
        /// The requested flag key.
        public var key: String
        /// The caller's default value at the first of these evaluations.
        public var defaultValue: FlagValue
        /// The error because of which the callers got their default value, or `nil` if they got the flag's value.
        public var error: ErrorCode?
        /// The number of reads of the value.
        public var valueReads: Int
        /// The number of reads of the variant's payload.
        public var variantReads: Int
        /// The position of the first read among a client's evaluations and first reads, or `nil` for an entry without a client.
        package var order: Int?

        /// Creates an entry.
        public init(
            flag: EvaluatedFlag?, key: String, defaultValue: FlagValue, error: ErrorCode? = nil, valueReads: Int = 0,
            variantReads: Int = 0
        ) {
            self.flag = flag
            self.key = key
            self.defaultValue = defaultValue
            self.error = error
            self.valueReads = valueReads
            self.variantReads = variantReads
        }
    }

    /// The context that the flags were evaluated for.
    public var context: EvaluationContext
    /// The time when the window was opened.
    public var start: Instant
    /// The time when the window was closed.
    public var end: Instant
    /// One entry for each flag object or unknown key, in the order of the keys.
    public var entries: [Entry]
    /// The number of evaluations of unknown keys that were left out because there were too many different keys.
    public var omittedCount: Int

    /// Creates a summary, for tests of sinks.
    public init(context: EvaluationContext, start: Instant, end: Instant, entries: [Entry], omittedCount: Int = 0) {
        self.context = context
        self.start = start
        self.end = end
        self.entries = entries
        self.omittedCount = omittedCount
    }
}

/// An event in the app that can be measured against flags.
public struct TrackingEvent: Sendable, Hashable {
    /// The event's name.
    public var name: String
    /// Any data about the event, or `.null` for none.
    public var data: FlagValue
    /// A number for numeric metrics.
    public var metric: Double?
    /// The context that the event belongs to.
    public var context: EvaluationContext
    /// The time of the event.
    public var time: Instant

    /// Creates an event, for tests of sinks.
    public init(name: String, data: FlagValue = .null, metric: Double? = nil, context: EvaluationContext, time: Instant)
    {
        self.name = name
        self.data = data
        self.metric = metric
        self.context = context
        self.time = time
    }
}

/// An event that reports that the app identified a context.
public struct IdentifyEvent: Sendable, Hashable {
    /// The current context, or the context that the previous identity turned out to be.
    public var context: EvaluationContext
    /// The previous context, or `nil` at the start.
    public var previous: EvaluationContext?
    /// A Boolean value that indicates whether both contexts are the same user and only the link is reported (an alias).
    public var isAlias: Bool
    /// The time of the event.
    public var time: Instant

    /// Creates an event, for tests of sinks.
    public init(context: EvaluationContext, previous: EvaluationContext? = nil, isAlias: Bool = false, time: Instant) {
        self.context = context
        self.previous = previous
        self.isAlias = isAlias
        self.time = time
    }
}
