// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
import HalyardSupport

/// The LaunchDarkly rules at one point in time, with the mapper of contexts.
final class LaunchDarklyRules: ServiceRules {
    /// A rare outcome.
    ///
    /// The first read creates it.
    private struct RareOutcome: Hashable {
        let place: Int
        let number: Int
        let usesBigSegment: Bool
    }

    /// The numbers of the outcomes for a context that LaunchDarkly doesn't accept, and for an evaluation that reached a limit.
    private static let invalidContext = -3
    private static let overLimit = -4

    static let factNames: Set<String> = ["environmentID"]

    let book: LaunchDarklyRuleBook
    /// The content of the rules, for records.
    let providerData: FlagValue
    var isReadable: Bool { book.unreadable.isEmpty }
    private let mapper: LaunchDarklyContextMapper
    // Sound: `book` keeps the same objects as long as the rules exist. Counting references to them costs a tenth of a read, and
    // makes threads wait for each other.
    private let flags: [Unmanaged<CompiledFlag>]
    /// The prerequisites by number, with `nil` for unknown flags.
    private let prerequisites: [Unmanaged<CompiledFlag>?]
    /// The segments by number, with `nil` for unknown segments.
    private let segments: [Unmanaged<CompiledSegment>?]
    private let rareFlags = Lock<[RareOutcome: EvaluatedFlag]>([:])

    init(_ book: LaunchDarklyRuleBook, mapper: LaunchDarklyContextMapper) {
        self.book = book
        providerData = book.providerData
        self.mapper = mapper
        flags = book.flags.rules.map(Unmanaged.passUnretained)
        prerequisites = book.references.flags.items.map { key in
            key.flatMap { book.flags[$0] }.map(Unmanaged.passUnretained)
        }
        segments = book.references.segments.items.map { key in
            key.flatMap { book.segments[$0] }.map(Unmanaged.passUnretained)
        }
    }

    var keys: [String] { book.flags.keys }

    func evaluator(for context: EvaluationContext) -> FlagEvaluator {
        let values = values(of: context)
        return { [self] place in flag(place, for: values) }
    }

    /// Returns the context's values in the fields that the rules use.
    func values(of context: EvaluationContext) -> LocalValues {
        LocalValues(book.references.fields.items, of: LocalContextReader(context, mapper))
    }

    func indices(changedSince earlier: any FlagRules) -> [Int]? {
        guard let earlier = earlier as? LaunchDarklyRules else { return nil }
        if earlier === self { return [] }
        let (old, new) = (earlier.book, book)
        var changed = Set(new.flags.rules.indices.filter { new.flags.rules[$0] !== old.flags.rules[$0] })
        var parts: [RuleGraph.Part] = changed.map { .flag(new.flags.keys[$0]) }
        for key in Set(new.segments.keys).union(old.segments.keys) where new.segments[key] !== old.segments[key] {
            parts.append(.segment(key))
        }
        for case .flag(let key) in new.graph.dependents(of: parts) {
            if let place = new.flags.place(of: key) { changed.insert(place) }
        }
        return changed.sorted()
    }

    // MARK: Evaluating

    private func flag(_ place: Int, for values: LocalValues) -> EvaluatedFlag {
        guard values.isValid else { return rareFlag(place, Self.invalidContext, usesBigSegment: false) }
        var visits = Visits()
        let (number, flag) = flags[place]._withUnsafeGuaranteedRef { flag -> (Int, EvaluatedFlag?) in
            let number = flag.number(for: values, in: self, &visits)
            return (number, number >= 0 && !visits.usesBigSegment ? flag.outcomes[number] : nil)
        }
        if let flag { return flag }
        let isOverLimit = number == CompiledFlag.malformed && visits.isOverLimit
        return rareFlag(place, isOverLimit ? Self.overLimit : number, usesBigSegment: visits.usesBigSegment)
    }

    /// Calls `body` with the flag of a prerequisite, or returns `false` if the flag is unknown.
    func withFlag(_ number: Int, _ body: (CompiledFlag) -> Bool?) -> Bool? {
        guard let flag = prerequisites[number] else { return false }
        return flag._withUnsafeGuaranteedRef(body)
    }

    /// Returns whether a segment contains a context, or `nil` if a necessary part is malformed.
    ///
    /// An unknown segment contains no contexts.
    func segment(_ number: Int, contains context: LocalValues, _ visits: inout Visits) -> Bool? {
        guard let segment = segments[number] else { return false }
        guard visits.enter() else { return nil }
        let isIn = segment._withUnsafeGuaranteedRef { $0.contains(context, in: self, &visits) }
        visits.leave()
        return isIn
    }

    /// Returns an outcome that isn't among the flag's outcomes, which is the same object at each read.
    private func rareFlag(_ place: Int, _ number: Int, usesBigSegment: Bool) -> EvaluatedFlag {
        let outcome = RareOutcome(place: place, number: number, usesBigSegment: usesBigSegment)
        return rareFlags.withLock { flags in
            if let known = flags[outcome] { return known }
            let new = makeFlag(outcome)
            flags[outcome] = new
            return new
        }
    }

    private func makeFlag(_ outcome: RareOutcome) -> EvaluatedFlag {
        let flag = book.flags.rules[outcome.place]
        let base = outcome.number >= 0 ? flag.outcomes[outcome.number] : nil
        let errorKind = outcome.number == Self.invalidContext ? "USER_NOT_SPECIFIED" : "MALFORMED_FLAG"
        var reason: [String: FlagValue] = ["kind": "ERROR", "errorKind": .string(errorKind)]
        if case .object(let members)? = base?.metadata[LocalReason.fact] { reason = members }
        if outcome.usesBigSegment { reason["bigSegmentsStatus"] = "NOT_CONFIGURED" }
        // LaunchDarkly gets no events about a context that it doesn't accept.
        var facts = base == nil && outcome.number != Self.invalidContext ? flag.eventFacts : [:]
        let isReported = facts["trackEvents"] != nil || facts["debugEventsUntilDate"] != nil
        if case .object(let members)? = base?.vendor { facts = members }
        if !facts.isEmpty { facts["reason"] = .object(reason) }
        return EvaluatedFlag(
            flag.key, base?.value ?? .null, variant: base?.variant, version: flag.version,
            reason: base?.reason ?? .error, metadata: [LocalReason.fact: .object(reason)], origin: book.origin,
            reporting: base?.reporting ?? (isReported ? .each : []), vendor: facts.isEmpty ? .null : .object(facts),
            error: base == nil ? Self.error(outcome.number) : nil)
    }

    private static func error(_ outcome: Int) -> FlagError {
        switch outcome {
        case invalidContext:
            FlagError(.targetingKeyMissing, "LaunchDarkly doesn't accept the context. Use valid kinds and keys.")
        case overLimit: FlagError(.parseError, "The flag \(Visits.limitExcess). Remove some of its dependencies.")
        default: FlagError(.parseError, "A part of the flag's rules is malformed. Check the rules in LaunchDarkly.")
        }
    }
}
