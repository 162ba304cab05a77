// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagSet {
    /// A wrapper's report about a provider's flags, for explanations.
    public struct LayerReport: Sendable, Hashable {
        /// The wrapper: `persisted`, `bootstrapped`.
        public var layer: String
        /// A Boolean value that indicates whether the flags come from this layer.
        public var isServing: Bool
        /// The wrapper's action, as a sentence.
        public var message: String

        /// Creates a report.
        public init(layer: String, isServing: Bool, _ message: String) {
            self.layer = layer
            self.isServing = isServing
            self.message = message
        }
    }
}

/// All flags of one context at one time, as one provider published them.
///
/// A flag set is an immutable value.
public struct FlagSet: Sendable {
    /// The meaning of a missing key.
    public enum MissingFlags: String, Sendable, Hashable, CaseIterable {
        /// The source doesn't have the flag.
        case unknown
        /// The source lists only flags that are on, so a flag that isn't listed is off.
        case off
    }

    /// The context that the flags were evaluated for.
    ///
    /// A client rejects a flag set of any context other than its own.
    public let context: EvaluationContext
    /// All flags.
    ///
    /// For a context other than the client's, each access evaluates every flag if rules evaluate them. To read one
    /// flag, use ``flag(named:)``.
    public var table: FlagTable { flags.table }
    private(set) var flags: ContextFlags
    /// The validator to send with the next request (an ETag).
    ///
    /// It's always set together with the table.
    public private(set) var validator: String?
    /// Data that the provider gets back in ``FlagRequest/resume``, such as a cursor or tombstones.
    ///
    /// The core ignores it.
    public var providerData: FlagValue
    /// The time when the source last confirmed these flags.
    ///
    /// A "not modified" response updates it.
    public var confirmedAt: Instant
    /// The time when the flags expire and must no longer be served, or `nil` for never.
    ///
    /// Reads after that time return the caller's default value, even if the publisher hasn't withdrawn the flags yet.
    public var expiresAt: Instant?
    /// The meaning of a missing key.
    public var missingFlags: MissingFlags
    /// The flag sets that wrapped providers published, by provider name, so that each provider gets its own resume data back.
    public private(set) var parts: [String: FlagSet]
    /// The reports of the wrappers around the provider, the innermost first, for explanations.
    public var layerReports: [FlagSet.LayerReport] = []
    /// A Boolean value that indicates whether the flags are the same for every context, like the flags of a file.
    public var isForEveryContext = false
    /// The rules that evaluate the flags of other contexts, or `nil` if they aren't evaluated here.
    public var rules: (any FlagRules)? { ruleSet?.rules }
    private(set) var ruleSet: RuleSet?
    /// The error for a missing flag if the merge needed a part that has no flags, or `nil` if all parts have flags.
    var missingError: FlagError?
    /// The merge of the parts, or `nil` if there are no parts.
    var merge: (any FlagSetMerge)?

    /// Creates a flag set.
    ///
    /// By default, it's confirmed now, by the system clock.
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

    /// Creates a flag set of plain values that a provider got from its service.
    ///
    /// - Parameters:
    ///   - values: The values by flag key.
    ///   - provider: The provider's name, which is written into each flag's origin.
    ///   - context: The context that the flags were evaluated for.
    ///   - validator: The validator to send with the next request (an ETag).
    ///   - confirmedAt: The time when the source confirmed the values. The default is now, by the system clock.
    public init(
        _ values: [String: FlagValue], from provider: String, for context: EvaluationContext,
        validator: String? = nil, confirmedAt: Instant = SystemTime().now
    ) {
        let origin = Origin(.network, provider: provider)
        self.init(
            FlagTable(values.map { EvaluatedFlag($0, $1, origin: origin) }), for: context, validator: validator,
            confirmedAt: confirmedAt)
    }

    /// Creates a flag set of rules, with the flags that they evaluate for the request's context.
    ///
    /// Evaluates every flag once. If few flags are different from the earlier flag set, the two tables share the rest.
    ///
    /// - Parameters:
    ///   - rules: The rules.
    ///   - context: The context that the flags are evaluated for.
    ///   - earlier: The previous flag set, such as ``FlagRequest/resume``, or `nil` for none.
    ///   - validator: The validator to send with the next request (an ETag).
    ///   - providerData: Data that the provider gets back in ``FlagRequest/resume``.
    ///   - confirmedAt: The time when the source confirmed the rules. The default is now, by the system clock.
    ///   - expiresAt: The time when the flags expire, or `nil` for never.
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

    /// Returns the flag of a key, or `nil` if the flag set has none.
    ///
    /// Costs one lookup.
    public func flag(named name: String) -> EvaluatedFlag? { flags.flag(name, hash: KeyHash.of(name)) }

    /// Returns a copy with another table, and without the validator and the rules, which belonged to the old table.
    public func deriving(_ table: FlagTable, parts: [String: FlagSet]? = nil) -> FlagSet {
        var derived = self
        derived.flags = ContextFlags(table)
        derived.validator = nil
        derived.ruleSet = nil
        if let parts { derived.parts = parts }
        return derived
    }

    /// Returns a copy with other parts.
    func replacing(parts: [String: FlagSet]) -> FlagSet {
        var other = self
        other.parts = parts
        return other
    }

    /// Returns a copy with rules for other contexts.
    func carrying(_ rules: any FlagRules, after earlier: FlagSet?) -> FlagSet {
        var other = self
        other.ruleSet = RuleSet(rules, after: earlier?.ruleSet)
        return other
    }

    /// Returns the flag set for another context, which evaluates each flag on request, or `nil` if that isn't possible here.
    ///
    /// - Parameter decided: The evaluated flags of the context, or `nil` to evaluate them.
    func deciding(for context: EvaluationContext, as decided: ContextFlags? = nil) -> FlagSet? {
        guard let ruleSet else { return isForEveryContext ? moving(to: context, flags) : nil }
        var other = moving(to: context, decided ?? ContextFlags(DecidedFlags(ruleSet, for: context)))
        // Parts that can't evaluate are left out, like parts without flags.
        other.parts = parts.compactMapValues { $0.deciding(for: context) }
        let elsewhere = Set(parts.keys.filter { other.parts[$0] == nil })
        other.merge = merge?.moving(to: context, other.parts, elsewhere: elsewhere)
        return other
    }

    /// Returns true if the client evaluates the flags of every context without a request to a service.
    var decidesHere: Bool {
        (ruleSet != nil || isForEveryContext) && merge?.isComplete != false && parts.values.allSatisfy(\.decidesHere)
    }

    /// Returns the resume data for a request about a context: the last response, with the parts that the client evaluates.
    ///
    /// - Parameters:
    ///   - last: The last response.
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

    /// Returns a service's response, merged again with the current flags of the parts that the client evaluates.
    ///
    /// Costs time in proportion to the number of flags, unless this flag set has no parts.
    func refreshing(_ answer: FlagSet) -> FlagSet {
        if decidesHere { return deciding(for: answer.context) ?? answer }
        guard !parts.isEmpty, let merge = answer.merge else { return answer }
        var fresh = answer.parts
        for (name, part) in parts {
            if let answered = fresh[name] {
                fresh[name] = part.refreshing(answered)
            } else if part.decidesHere {
                fresh[name] = part.deciding(for: answer.context)
            }
        }
        return merge.merging(fresh, of: answer)
    }

    /// Returns the facts of the rules about a flag, for explanations, or no facts if there are no rules.
    func ruleFacts(about key: String, hash: UInt64) -> [String: FlagValue] {
        guard let ruleSet, let place = ruleSet.place(key, hash: hash) else { return [:] }
        return ruleSet.rules.explanation(of: place, for: context)
    }

    /// Returns a copy for another context.
    private func moving(to context: EvaluationContext, _ flags: ContextFlags) -> FlagSet {
        var other = FlagSet(
            .empty, for: context, validator: validator, providerData: providerData, confirmedAt: confirmedAt,
            expiresAt: expiresAt,
            missingFlags: missingFlags, parts: parts)
        (other.layerReports, other.isForEveryContext, other.ruleSet) = (layerReports, isForEveryContext, ruleSet)
        (other.missingError, other.merge) = (missingError, merge)
        other.flags = flags
        return other
    }

    /// Returns the part that a provider published, at any depth of nested combinations.
    func part(of provider: String) -> FlagSet? {
        if let part = parts[provider] { return part.parts.isEmpty ? part : part.part(of: provider) ?? part }
        return parts.values.lazy.compactMap { $0.part(of: provider) }.first
    }

    /// Returns the time when the part of the flag set that a flag came from was last confirmed.
    public func confirmedAt(for origin: Origin) -> Instant {
        origin.provider.flatMap { part(of: $0)?.confirmedAt } ?? confirmedAt
    }

    /// Returns the time when the flags of an origin expire and must no longer be served, or `nil` for never.
    public func expiresAt(for origin: Origin) -> Instant? {
        guard let part = origin.provider.flatMap({ part(of: $0) }) else { return expiresAt }
        return [part.expiresAt, expiresAt].compactMap(\.self).min()
    }

    /// A Boolean value that indicates whether any of the flags can expire.
    var mayExpire: Bool { expiresAt != nil || parts.values.contains(where: \.mayExpire) }
}
