// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork

/// An encoder of events in a dialect's format.
struct EventWriter {
    private let dialect: any LaunchDarklyDialect
    private let isInline: Bool
    private let isForServer: Bool
    private let privacy: LaunchDarklyPrivacy

    init(_ dialect: any LaunchDarklyDialect, _ options: LaunchDarklyEventOptions) {
        self.dialect = dialect
        isInline = options.inlinesUser
        isForServer = options.server != nil
        privacy = options.privacy
    }

    /// Encodes events in order, followed by the counts, as one summary or as one summary for each identity.
    ///
    /// Leaves out and reports events about a context that the dialect can't express.
    ///
    /// - Parameter end: The time when the counts were taken.
    func encode(_ events: [LaunchDarklyEvent], _ counts: SummaryCounts, end: Instant) -> EncodedEvents {
        var encoded: [EventPayload.Event] = []
        var problems: [any Error] = []
        for event in events {
            do {
                if let json = try json(event) { encoded.append(EventPayload.Event(json, about: event.subjects)) }
            } catch {
                // Reads already report the error of a context that can't be described.
                if case .index = event { continue }
                problems.append(error)
            }
        }
        if dialect.hasSummaryPerIdentity, !isForServer {
            encoded += summaries(counts, end: end, &problems)
        } else {
            let summary = counts.merged.json(
                end: end, writesNullDefaults: dialect.writesNullDefaults, kinds: isForServer ? .each : .none)
            if let summary { encoded.append(EventPayload.Event(summary)) }
        }
        let diagnostic = problems.first.map { first in
            Diagnostic.eventsDropped(
                "Events", problems.count, of: "launchdarkly", "Their context can't be sent to LaunchDarkly: \(first)",
                suggestion: "")
        }
        return EncodedEvents(encoded, diagnostics: diagnostic.map { [$0] } ?? [])
    }

    private func summaries(
        _ counts: SummaryCounts, end: Instant, _ problems: inout [any Error]
    ) -> [EventPayload.Event] {
        var summaries: [EventPayload.Event] = []
        if let earlier = counts.earlier.json(end: end, writesNullDefaults: dialect.writesNullDefaults, kinds: .each) {
            summaries.append(EventPayload.Event(earlier))
        }
        for (context, tally) in counts.tallies {
            do {
                let identity = try identity(context)
                let kinds = (identity as? LaunchDarklyContext)?.parts.map(\.kind.rawValue) ?? []
                let summary = tally.json(
                    end: end, writesNullDefaults: dialect.writesNullDefaults, kinds: .all(kinds),
                    about: dialect.members(about: identity, in: .summary, isInline: true, privacy) ?? [:])
                if let summary { summaries.append(EventPayload.Event(summary, about: [context])) }
            } catch {
                problems.append(error)
            }
        }
        return summaries
    }

    private func json(_ event: LaunchDarklyEvent) throws -> FlagValue? {
        switch event {
        case .identify(let context, let time):
            let place = isForServer ? LaunchDarklyEventPlace.index : .identify
            return try members("identify", time, about: context, in: place).map(FlagValue.object)
        case .index(let context, let time):
            return try members("index", time, about: context, in: .index).map(FlagValue.object)
        case .alias(let context, let previous, let time):
            let (new, old) = (try identity(context), try identity(previous))
            return [
                "kind": "alias", "creationDate": .int(time.millisecondsSinceEpoch), "key": .string(new.key),
                "previousKey": .string(old.key), "contextKind": .string(dialect.kind(of: new)),
                "previousContextKind": .string(dialect.kind(of: old)),
            ]
        case .feature(let reading): return try json(reading, "feature", in: .feature)
        case .debug(let reading): return try json(reading, "debug", in: .debug)
        case .custom(let event):
            // Server events hide as much about anonymous contexts as feature events.
            let place = isForServer ? LaunchDarklyEventPlace.feature : .custom
            guard var members = try members("custom", event.time, about: event.context, in: place) else { return nil }
            members["key"] = .string(event.name)
            if !event.data.isNull { members["data"] = event.data }
            // JSON can't express other numbers, but the rest of the event is still useful.
            if let metric = event.metric, metric.isFinite { members["metricValue"] = .double(metric) }
            return .object(members)
        }
    }

    private func json(
        _ reading: LaunchDarklyEvent.Reading, _ kind: String, in place: LaunchDarklyEventPlace
    ) throws -> FlagValue? {
        guard var members = try members(kind, reading.time, about: reading.context, in: place) else { return nil }
        members["key"] = .string(reading.key)
        members["value"] = reading.value
        members["default"] = reading.defaultValue
        if let variation = reading.variation { members["variation"] = .int(Int64(variation)) }
        if let version = reading.version { members["version"] = .int(version) }
        if !reading.reason.isNull { members["reason"] = reading.reason }
        if let dependent = reading.dependent { members["prereqOf"] = .string(dependent) }
        if let ratio = reading.samplingRatio, ratio != 1 { members["samplingRatio"] = .int(ratio) }
        return .object(members)
    }

    private func members(
        _ kind: String, _ time: Instant, about context: EvaluationContext, in place: LaunchDarklyEventPlace
    ) throws -> [String: FlagValue]? {
        let identity = try identity(context)
        guard var members = dialect.members(about: identity, in: place, isInline: isInline, privacy) else { return nil }
        members["kind"] = .string(kind)
        members["creationDate"] = .int(time.millisecondsSinceEpoch)
        return members
    }

    private func identity(_ context: EvaluationContext) throws -> any LaunchDarklyIdentity {
        try dialect.identity(of: context).output
    }
}
