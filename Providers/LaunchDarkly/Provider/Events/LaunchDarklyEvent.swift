// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// An event before it is encoded in a dialect's format.
enum LaunchDarklyEvent: Sendable {
    case identify(EvaluationContext, Instant)
    /// A context that a server evaluates flags for.
    case index(EvaluationContext, Instant)
    /// Two identities belong to the same person.
    case alias(EvaluationContext, previous: EvaluationContext, Instant)
    case feature(Reading)
    case debug(Reading)
    case custom(TrackingEvent)

    /// One evaluation of a flag that requests events.
    struct Reading: Sendable {
        var key: String
        var value: FlagValue
        var defaultValue: FlagValue
        var variation: Int?
        var version: Int64?
        /// The vendor's reason, or null if there is none or it wasn't requested.
        var reason: FlagValue
        var context: EvaluationContext
        var time: Instant
        /// The key of the flag that the evaluated flag is a prerequisite of, or `nil` if the app read the flag.
        var dependent: String?
        /// The number of events of which one is sent, or `nil` if all are sent.
        var samplingRatio: Int64?
    }

    /// The context that the event is about.
    var context: EvaluationContext {
        switch self {
        case .identify(let context, _), .index(let context, _), .alias(let context, _, _): context
        case .feature(let reading), .debug(let reading): reading.context
        case .custom(let event): event.context
        }
    }

    /// All contexts that the event is about, which are two for an alias.
    var subjects: [EvaluationContext] {
        if case .alias(let context, let previous, _) = self { [context, previous] } else { [context] }
    }

    /// A Boolean value that indicates whether the event links two identities.
    var isAlias: Bool {
        if case .alias = self { true } else { false }
    }

    /// Returns a Boolean value that indicates whether the event is about an identity, or links it to another identity.
    func isAbout(_ context: EvaluationContext) -> Bool { subjects.contains { $0.hasSameIdentity(as: context) } }
}

extension LaunchDarklyEvent {
    /// Returns the events for an evaluation: none, one about the flag, one for debugging, or both.
    ///
    /// - Parameters:
    ///   - evaluation: The evaluation.
    ///   - dependent: The key of the flag that the evaluated flag is a prerequisite of, or `nil` if the app read the flag.
    ///   - serverTime: The latest time that the service has sent. Debugging ends by the later of its clock and the device's.
    ///   - sampling: The selection of a server's events, or `nil` for all events.
    static func events(
        of evaluation: Evaluation, for dependent: String? = nil, serverTime: Instant?, sampling: EventSampling? = nil
    ) -> [LaunchDarklyEvent] {
        guard let flag = evaluation.flag else { return [] }
        let facts = LaunchDarklyFlag(flag)
        let isDebugged =
            facts.debugEventsUntil.map { $0 > max(evaluation.time, serverTime ?? evaluation.time) } ?? false
        guard facts.trackEvents || isDebugged else { return [] }
        var reading = Reading(
            key: evaluation.key,
            // A value that was decoded into a structure can't be encoded, so the event contains the flag's value.
            value: evaluation.error == nil && evaluation.value.isNull ? flag.value : evaluation.value,
            defaultValue: evaluation.defaultValue, variation: facts.variation, version: flag.version,
            reason: evaluation.isDetailed || facts.trackReason ? facts.reason : .null, context: evaluation.context,
            time: evaluation.time)
        if sampling != nil {
            reading.dependent = dependent
            reading.samplingRatio = facts.samplingRatio
            if evaluation.error == .typeMismatch {
                reading.variation = nil
                if !reading.reason.isNull { reading.reason = ["kind": "ERROR", "errorKind": "WRONG_TYPE"] }
            }
        }
        let isSent = { sampling?.includes(facts.samplingRatio) ?? true }
        var events: [LaunchDarklyEvent] = []
        if facts.trackEvents, isSent() { events.append(.feature(reading)) }
        if isDebugged, isSent() { events.append(.debug(reading)) }
        return events
    }
}

extension LaunchDarklyEvent {
    /// Returns the events for an identification.
    ///
    /// - Parameters:
    ///   - event: The identification.
    ///   - aliases: A Boolean value that indicates whether a previously anonymous user is linked to the new identity.
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
