// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// Unleash's rules of one moment, and how contexts are read for them.
final class UnleashRules: FlagRules {
    /// What decides besides the rules and the context.
    struct Dependencies: Sendable {
        let mapper: any ContextMapper<UnleashContext>
        /// Whether single fields of a context can be looked up, without mapping all of it.
        let isPlain: Bool
        private let appName: FlagValue?
        private let environment: FlagValue?
        /// The session id of contexts that have neither one nor a user id.
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

        /// What a part has in the field or property of a name; the same as in a context that was mapped as a whole.
        func value(of name: String, in part: EvaluationContext.Part) -> FlagValue? {
            switch name {
            case "userId": part.key.map(FlagValue.string) ?? part.expressible(name)
            case "appName": appName
            case "environment": environment
            default: part.expressible(name)
            }
        }
    }

    let book: RuleBook
    let dependencies: Dependencies
    var keys: [String] { book.keys }
    /// What the rules are made of, for records.
    let providerData: FlagValue
    private let throwsDice: Bool
    /// The places of the flags that depend on the time.
    private let timedPlaces: [Int]
    // Sound: `book` keeps the same objects for as long as the rules live. Counting references to them costs a tenth of a read, and
    // makes threads wait for each other.
    private let unretained: [Unmanaged<FeatureRules>]

    init(_ book: RuleBook, _ dependencies: Dependencies) {
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
        // Dice that were thrown for a context stay as they fell, unlike the time.
        if earlier === self { return timedPlaces }
        return book.rules.indices.filter {
            book.rules[$0] !== earlier.book.rules[$0] || !book.rules[$0].moments.isEmpty
        }
    }

    /// What the context has in some fields; by default in those that the rules look at.
    func values(of context: EvaluationContext, _ fields: [ContextField?]? = nil) -> ContextValues {
        let reader = ContextReader(context, dependencies)
        return ContextValues(fields ?? book.fields.fields, of: reader, now: dependencies.time.now) { hasIdentity in
            // Asking for random numbers costs more than all the rest.
            throwsDice || !hasIdentity ? dependencies.random.next() : 0
        }
    }

    /// The next moment at which a flag may be decided otherwise; nil when no rule looks at the time any more.
    func nextMoment(after now: Instant) -> Instant? {
        let present = PreciseMoment(now)
        let moments = timedPlaces.lazy.flatMap { self.book.rules[$0].moments }
        guard let next = moments.filter({ $0 >= present }).min() else { return nil }
        return next == present ? now + .milliseconds(1) : next.instantRoundedUp
    }
}
