// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagSet {
    /// What a wrapper did with a provider's flags, for explanations.
    public struct LayerReport: Sendable, Hashable {
        /// The wrapper: `persisted`, `bootstrapped`.
        public var layer: String
        /// Whether the flags in the snapshot are this layer's.
        public var isServing: Bool
        /// What it did, as a sentence.
        public var message: String

        /// Makes a report.
        public init(layer: String, isServing: Bool, _ message: String) {
            self.layer = layer
            self.isServing = isServing
            self.message = message
        }
    }
}

/// All flags of one context at one moment, as one provider answered them.
///
/// An immutable value.
public struct FlagSet: Sendable {
    /// What a missing key means for a source.
    public enum MissingFlags: String, Sendable, Hashable, CaseIterable {
        /// The source does not know the flag.
        case unknown
        /// The source lists only flags that are on, so a flag that is not listed is off.
        case off
    }

    /// The context that the flags were evaluated for.
    ///
    /// A client rejects a snapshot of any other context than its own.
    public let context: EvaluationContext
    /// All flags.
    ///
    /// For another context than the client's, each access evaluates every flag if rules evaluate them. To read one flag, use
    /// ``flag(named:)``.
    public var table: FlagTable { flags.table }
    private(set) var flags: ContextFlags
    /// The validator to send with the next request (an ETag).
    ///
    /// Always set together with the table.
    public private(set) var validator: String?
    /// Data that the provider gets back in ``FlagRequest/resume``, such as a cursor or tombstones.
    ///
    /// The core ignores it.
    public var providerData: FlagValue
    /// When the source last confirmed these flags; a "not modified" answer updates it.
    public var confirmedAt: Instant
    /// When the flags expire and must no longer be served; nil for never.
    ///
    /// A read from then on gets the caller's default, whether or not the publisher has withdrawn the flags yet.
    public var expiresAt: Instant?
    /// What a missing key means.
    public var missingFlags: MissingFlags
    /// What wrapped providers published, by provider name, so that each gets its own resume data back.
    public private(set) var parts: [String: FlagSet]
    /// What the wrappers around the provider did with its flags, the innermost first; for explanations.
    public var layers: [FlagSet.LayerReport] = []
    /// Whether the flags are the same for every context, as those of a file are.
    public var isForEveryContext = false
    /// What decides the flags of other contexts; nil where that is done elsewhere.
    public var rules: (any FlagRules)? { ruleSet?.rules }
    private(set) var ruleSet: RuleSet?
    /// What a read of a missing flag says where the merge had to ask a part that has no flags; nil when all parts have some.
    var missingError: FlagError?
    /// How the parts were merged; nil when there are none.
    var merge: (any FlagSetMerge)?

    /// Makes a snapshot; it is confirmed now, by the system's clock, by default.
    public init(
        _ table: FlagTable, for context: EvaluationContext, validator: String? = nil, providerData: FlagValue = .null,
        confirmedAt: Instant = SystemTime().now, expiresAt: Instant? = nil, missingFlags: MissingFlags = .unknown,
        parts: [String: FlagSet] = [:]
    ) {
        self.context = context
        flags = ContextFlags(table)
        self.validator = validator
        self.providerData = providerData
        self.confirmedAt = confirmedAt
        self.expiresAt = expiresAt
        self.missingFlags = missingFlags
        self.parts = parts
    }

    /// Makes a snapshot of plain values that a provider got from its service.
    ///
    /// - Parameters:
    ///   - values: The values by flag name.
    ///   - provider: The provider's name, which is written into each flag's origin.
    ///   - context: The context that the flags were evaluated for.
    ///   - validator: The validator to send with the next request (an ETag).
    ///   - confirmedAt: When the source confirmed the values; now, by the system's clock, by default.
    public init(
        _ values: [String: FlagValue], from provider: String, for context: EvaluationContext,
        validator: String? = nil, confirmedAt: Instant = SystemTime().now
    ) {
        let origin = Origin(.network, provider: provider)
        self.init(
            FlagTable(values.map { EvaluatedFlag($0, $1, origin: origin) }), for: context, validator: validator,
            confirmedAt: confirmedAt)
    }

    /// Makes a snapshot of rules, with the flags that they decide for the request's context.
    ///
    /// Decides every flag once. A table in which little is other than in an earlier one shares the rest with it.
    ///
    /// - Parameters:
    ///   - rules: The rules.
    ///   - context: The context that the flags are decided for.
    ///   - earlier: What was published before, such as ``FlagRequest/resume``; nil for nothing.
    ///   - validator: The validator to send with the next request (an ETag).
    ///   - providerData: Data that the provider gets back in ``FlagRequest/resume``.
    ///   - confirmedAt: When the source confirmed the rules; now, by the system's clock, by default.
    ///   - expiresAt: When the flags expire; nil for never.
    public init(
        deciding rules: any FlagRules, for context: EvaluationContext, after earlier: FlagSet? = nil,
        validator: String? = nil, providerData: FlagValue = .null, confirmedAt: Instant = SystemTime().now,
        expiresAt: Instant? = nil
    ) {
        let set = RuleSet(rules, after: earlier?.ruleSet)
        self.init(
            FlagTable(DecidedFlags(set, for: context), for: context, after: earlier), for: context,
            validator: validator,
            providerData: providerData, confirmedAt: confirmedAt, expiresAt: expiresAt)
        ruleSet = set
    }

    /// Returns a flag by its name.
    ///
    /// Costs one look-up. Returns nil if the snapshot has no such flag.
    public func flag(named name: String) -> EvaluatedFlag? { flags.flag(name, hash: KeyHash.of(name)) }

    /// The same snapshot with another table, and without the validator and the rules, which belonged to the old table.
    public func deriving(_ table: FlagTable, parts: [String: FlagSet]? = nil) -> FlagSet {
        var derived = self
        derived.flags = ContextFlags(table)
        derived.validator = nil
        derived.ruleSet = nil
        if let parts { derived.parts = parts }
        return derived
    }

    /// The same snapshot with other parts.
    func replacing(parts: [String: FlagSet]) -> FlagSet {
        var other = self
        other.parts = parts
        return other
    }

    /// The same snapshot with rules for other contexts.
    func carrying(_ rules: any FlagRules, after earlier: FlagSet?) -> FlagSet {
        var other = self
        other.ruleSet = RuleSet(rules, after: earlier?.ruleSet)
        return other
    }

    /// What the snapshot holds for another context, each flag decided when it is asked for; nil where that is decided elsewhere.
    func deciding(for context: EvaluationContext) -> FlagSet? {
        guard let ruleSet else { return isForEveryContext ? moving(to: context, flags) : nil }
        var other = moving(to: context, ContextFlags(DecidedFlags(ruleSet, for: context)))
        // Parts that cannot decide are left out, as those are that have no flags.
        other.parts = parts.compactMapValues { $0.deciding(for: context) }
        let elsewhere = Set(parts.keys.filter { other.parts[$0] == nil })
        other.merge = merge?.moving(to: context, other.parts, elsewhere: elsewhere)
        return other
    }

    /// Returns true if the client evaluates the flags of every context without a request to a service.
    var decidesHere: Bool {
        (ruleSet != nil || isForEveryContext) && merge?.isComplete != false && parts.values.allSatisfy(\.decidesHere)
    }

    /// Returns the data for the next request about a context: the last answer, with the parts that the client evaluates.
    ///
    /// - Parameters:
    ///   - last: The last answer.
    ///   - served: The client's flags, or the flags of one part.
    ///   - context: The context of the request.
    static func resuming(
        _ last: FlagSet?, with served: FlagSet?, for context: EvaluationContext
    ) -> FlagSet? {
        guard let served, let evaluated = served.deciding(for: context) else { return last }
        if served.decidesHere { return evaluated }
        var parts = last?.parts ?? [:]
        for (name, part) in served.parts { parts[name] = resuming(parts[name], with: part, for: context) }
        return (last ?? evaluated).replacing(parts: parts)
    }

    /// What the rules say about a flag, for explanations; empty where there are none.
    func ruleFacts(about key: String, hash: UInt64) -> [String: FlagValue] {
        guard let ruleSet, let place = ruleSet.place(key, hash: hash) else { return [:] }
        return ruleSet.rules.explanation(of: place, for: context)
    }

    /// The same snapshot as another context's.
    private func moving(to context: EvaluationContext, _ flags: ContextFlags) -> FlagSet {
        var other = FlagSet(
            .empty, for: context, validator: validator, providerData: providerData, confirmedAt: confirmedAt, expiresAt: expiresAt,
            missingFlags: missingFlags, parts: parts)
        (other.layers, other.isForEveryContext, other.ruleSet) = (layers, isForEveryContext, ruleSet)
        (other.missingError, other.merge) = (missingError, merge)
        other.flags = flags
        return other
    }

    /// The part that a provider published, however deeply combinations are nested.
    func part(of provider: String) -> FlagSet? {
        if let part = parts[provider] { return part.parts.isEmpty ? part : part.part(of: provider) ?? part }
        return parts.values.lazy.compactMap { $0.part(of: provider) }.first
    }

    /// When the part of the snapshot that a flag came from was last confirmed.
    public func confirmedAt(for origin: Origin) -> Instant {
        origin.provider.flatMap { part(of: $0)?.confirmedAt } ?? confirmedAt
    }

    /// When the flags of an origin expire and must no longer be served; nil for never.
    public func expiresAt(for origin: Origin) -> Instant? {
        guard let part = origin.provider.flatMap({ part(of: $0) }) else { return expiresAt }
        return [part.expiresAt, expiresAt].compactMap(\.self).min()
    }

    /// Whether any of the flags may expire.
    var mayExpire: Bool { expiresAt != nil || parts.values.contains(where: \.mayExpire) }
}
