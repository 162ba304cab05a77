// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// One evaluation of one flag.
public struct Evaluation: Sendable {
    /// Which facet of a flag was read.
    public enum ReadTarget: String, Sendable, Hashable {
        /// The value: for an on/off flag, whether it is on.
        case value
        /// The payload of an on/off flag's variant.
        case variant
    }

    /// The flag that was served; nil when there was none.
    public var flag: EvaluatedFlag?
    /// The requested name.
    public var key: String
    /// The value that the caller got.
    public var value: FlagValue
    /// The caller's default.
    public var defaultValue: FlagValue
    /// Which facet was read.
    public var target: ReadTarget
    /// Why the caller got the default, if that was because of an error.
    public var error: ErrorCode?
    /// Whether the caller requested the details, and not just the value.
    ///
    /// Some vendors receive the reason only then.
    public var isDetailed: Bool
    /// The flags among which this one was found.
    ///
    /// For another context than the client's, each access evaluates every flag if rules evaluate them. To look up one flag, such
    /// as a prerequisite, use ``flag(named:)``.
    public var table: FlagTable {
        get { flags.table }
        set { flags = ContextFlags(newValue) }
    }
    private var flags: ContextFlags
    /// The context that the flag was evaluated for.
    public var context: EvaluationContext
    /// When.
    public var time: Instant
    /// Its place among a client's evaluations and first reads; nil for an evaluation of no client.
    package var order: Int?

    /// Makes an evaluation, for tests of sinks.
    public init(
        flag: EvaluatedFlag?, key: String, value: FlagValue, defaultValue: FlagValue, target: ReadTarget = .value, error: ErrorCode? = nil,
        isDetailed: Bool = false, table: FlagTable = FlagTable(), context: EvaluationContext, time: Instant
    ) {
        self.init(
            flag: flag, key: key, value: value, defaultValue: defaultValue, target: target, error: error, isDetailed: isDetailed,
            flags: ContextFlags(table), context: context, time: time)
    }

    init(
        flag: EvaluatedFlag?, key: String, value: FlagValue, defaultValue: FlagValue, target: ReadTarget, error: ErrorCode?,
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

    /// Returns a flag of ``table`` by its name, such as a prerequisite.
    ///
    /// Costs one look-up. Returns nil if the table has no such flag.
    public func flag(named name: String) -> EvaluatedFlag? { flags.flag(name, hash: KeyHash.of(name)) }
}

/// What was evaluated in a counting window, and how often.
public struct EvaluationSummary: Sendable {
    /// One flag's count, or one unknown name's.
    public struct Entry: Sendable {
        /// The flag that was served; nil when there was none.
        public var flag: EvaluatedFlag?
        /// The requested name.
        public var key: String
        /// The caller's default at the first of these evaluations.
        public var defaultValue: FlagValue
        /// Why the callers got their default; nil when they got the flag's value.
        public var error: ErrorCode?
        /// How often the value was read.
        public var valueReads: Int
        /// How often the variant's payload was read.
        public var variantReads: Int
        /// The place of the first read among a client's evaluations and first reads; nil for an entry of no client.
        package var order: Int?

        /// Makes an entry.
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
    /// When the window was opened.
    public var start: Instant
    /// When it was closed.
    public var end: Instant
    /// One entry for each flag object or unknown name, in the order of the names.
    public var entries: [Entry]
    /// How many evaluations of unknown names were left out because there were too many different ones.
    public var omittedCount: Int

    /// Makes a summary, for tests of sinks.
    public init(context: EvaluationContext, start: Instant, end: Instant, entries: [Entry], omittedCount: Int = 0) {
        self.context = context
        self.start = start
        self.end = end
        self.entries = entries
        self.omittedCount = omittedCount
    }
}

/// Something that happened in the app and that may be measured against flags.
public struct TrackingEvent: Sendable, Hashable {
    /// The event's name.
    public var name: String
    /// Any data about it; `.null` for none.
    public var data: FlagValue
    /// A number for numeric metrics.
    public var metric: Double?
    /// The context that the event belongs to.
    public var context: EvaluationContext
    /// When.
    public var time: Instant

    /// Makes an event, as a test of a sink does.
    public init(name: String, data: FlagValue = .null, metric: Double? = nil, context: EvaluationContext, time: Instant)
    {
        self.name = name
        self.data = data
        self.metric = metric
        self.context = context
        self.time = time
    }
}

/// The app identified a context.
public struct IdentifyEvent: Sendable, Hashable {
    /// The current context, or the one that the former identity turned out to be.
    public var context: EvaluationContext
    /// The previous context; nil at the start.
    public var previous: EvaluationContext?
    /// Whether the two are the same person and only the link is reported (an alias).
    public var isAlias: Bool
    /// When.
    public var time: Instant

    /// Makes an event, as a test of a sink does.
    public init(context: EvaluationContext, previous: EvaluationContext? = nil, isAlias: Bool = false, time: Instant) {
        self.context = context
        self.previous = previous
        self.isAlias = isAlias
        self.time = time
    }
}
