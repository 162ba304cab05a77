// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// An event before it is encoded in a dialect's form.
enum LaunchDarklyEvent: Sendable {
    case identify(EvaluationContext, Instant)
    /// Two identities are the same person.
    case alias(EvaluationContext, previous: EvaluationContext, Instant)
    case feature(Reading)
    case debug(Reading)
    case custom(TrackingEvent)

    /// One evaluation of a flag that asks for events.
    struct Reading: Sendable {
        var key: String
        var value: FlagValue
        var defaultValue: FlagValue
        var variation: Int?
        var version: Int64?
        /// The vendor's reason; null for none, or for one that was not requested.
        var reason: FlagValue
        var context: EvaluationContext
        var time: Instant
    }

    /// The context that the event is about.
    var context: EvaluationContext {
        switch self {
        case .identify(let context, _), .alias(let context, _, _): context
        case .feature(let reading), .debug(let reading): reading.context
        case .custom(let event): event.context
        }
    }

    /// All contexts that it is about: two for an alias.
    var subjects: [EvaluationContext] {
        if case .alias(let context, let previous, _) = self { [context, previous] } else { [context] }
    }

    /// True if the event links two identities.
    var isAlias: Bool {
        if case .alias = self { true } else { false }
    }

    /// Whether the event is about an identity, or links it to another.
    func isAbout(_ context: EvaluationContext) -> Bool { subjects.contains { $0.hasSameIdentity(as: context) } }
}

extension LaunchDarklyEvent {
    /// The events for an evaluation: none, one about the flag, one for debugging, or both.
    ///
    /// - Parameters:
    ///   - evaluation: What was evaluated.
    ///   - serverTime: The latest time that the service has stated; debugging ends by its clock or by the device's,
    ///     whichever is ahead.
    static func events(of evaluation: Evaluation, serverTime: Instant?) -> [LaunchDarklyEvent] {
        guard let flag = evaluation.flag else { return [] }
        let facts = LaunchDarklyFlag(flag)
        let isDebugged =
            facts.debugEventsUntil.map { $0 > max(evaluation.time, serverTime ?? evaluation.time) } ?? false
        guard facts.trackEvents || isDebugged else { return [] }
        let reading = Reading(
            key: evaluation.key,
            // A value that was decoded into a structure cannot be written itself.
            value: evaluation.error == nil && evaluation.value.isNull ? flag.value : evaluation.value,
            defaultValue: evaluation.defaultValue, variation: facts.variation, version: flag.version,
            reason: evaluation.isDetailed || facts.trackReason ? facts.reason : .null, context: evaluation.context,
            time: evaluation.time)
        return (facts.trackEvents ? [.feature(reading)] : []) + (isDebugged ? [.debug(reading)] : [])
    }
}

extension LaunchDarklyEvent {
    /// The events for an identification.
    ///
    /// - Parameters:
    ///   - event: The identification.
    ///   - aliases: Whether a person who was anonymous before is linked to that identity.
    static func events(of event: IdentifyEvent, aliases: Bool) -> [LaunchDarklyEvent] {
        if event.isAlias {
            return event.previous.map { [.alias(event.context, previous: $0, event.time)] } ?? []
        }
        let identify = LaunchDarklyEvent.identify(event.context, event.time)
        guard aliases, let previous = event.previous, previous.primary.isAnonymous, !event.context.primary.isAnonymous
        else { return [identify] }
        return [identify, .alias(event.context, previous: previous, event.time)]
    }
}
