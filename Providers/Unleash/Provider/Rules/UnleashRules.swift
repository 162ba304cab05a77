// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
import HalyardSupport

/// The Unleash rules at one point in time, with the settings for reading contexts.
final class UnleashRules: ServiceRules {
    /// The settings for an evaluation, in addition to the rules and the context.
    struct Dependencies: Sendable {
        let mapper: any ContextMapper<UnleashContext>
        /// A Boolean value that indicates whether single fields of a context can be looked up without mapping the context.
        let isPlain: Bool
        private let appName: FlagValue?
        private let environment: FlagValue?
        /// The session ID for contexts without a session ID or user ID.
        let sessionId: String?
        let time: any TimeSource
        let random: any RandomSource

        init(
            mapper: any ContextMapper<UnleashContext>, sessionId: String? = nil, time: any TimeSource,
            random: any RandomSource
        ) {
            let own = mapper as? UnleashContextMapper
            self.mapper = mapper
            isPlain = own?.rules == MappingRules()
            appName = (own?.appName).map(FlagValue.string)
            environment = (own?.environment).map(FlagValue.string)
            self.sessionId = sessionId
            self.time = time
            self.random = random
        }

        /// Returns the value of a field or property in a part.
        ///
        /// The value is the same as in a completely mapped context.
        func value(of name: String, in part: EvaluationContext.Part) -> FlagValue? {
            switch name {
            case "userId": part.key.map(FlagValue.string) ?? part.expressible(name)
            case "appName": appName
            case "environment": environment
            default: part.expressible(name)
            }
        }
    }

    let book: UnleashRuleBook
    let dependencies: Dependencies
    var keys: [String] { book.keys }
    /// The content of the rules, for records.
    let providerData: FlagValue
    private let throwsDice: Bool
    /// The indices of the flags that depend on the time.
    private let timedPlaces: [Int]
    // Sound: `book` keeps the same objects as long as the rules exist. Counting references to them costs a tenth of a read, and
    // makes threads wait for each other.
    private let unretained: [Unmanaged<FeatureRules>]

    init(_ book: UnleashRuleBook, _ dependencies: Dependencies) {
        self.book = book
        self.dependencies = dependencies
        providerData = book.providerData
        unretained = book.rules.map(Unmanaged.passUnretained)
        throwsDice = book.rules.contains(where: \.throwsDice)
        timedPlaces = book.rules.indices.filter { !book.rules[$0].moments.isEmpty }
    }

    func evaluator(for context: EvaluationContext) -> FlagEvaluator {
        let values = values(of: context)
        return { [self] place in unretained[place]._withUnsafeGuaranteedRef { $0.flag(for: values) } }
    }

    func indices(changedSince earlier: any FlagRules) -> [Int]? {
        guard let earlier = earlier as? UnleashRules else { return nil }
        // The random values of a context don't change, in contrast to the time.
        if earlier === self { return timedPlaces }
        return book.rules.indices.filter {
            book.rules[$0] !== earlier.book.rules[$0] || !book.rules[$0].moments.isEmpty
        }
    }

    /// Returns the context's values in some fields, by default in the fields that the rules use.
    func values(of context: EvaluationContext, _ fields: [ContextField?]? = nil) -> ContextValues {
        let reader = ContextReader(context, dependencies)
        return ContextValues(fields ?? book.fields.items, of: reader, now: dependencies.time.now) { hasIdentity in
            // Drawing random numbers costs more than all other steps.
            throwsDice || !hasIdentity ? dependencies.random.next() : 0
        }
    }

    /// Returns the next time at which a flag can change, or `nil` if no rule depends on a later time.
    func nextMoment(after now: Instant) -> Instant? {
        let present = PreciseMoment(now)
        let moments = timedPlaces.lazy.flatMap { self.book.rules[$0].moments }
        guard let next = moments.filter({ $0 >= present }).min() else { return nil }
        return next == present ? now + .milliseconds(1) : next.instantRoundedUp
    }
}
