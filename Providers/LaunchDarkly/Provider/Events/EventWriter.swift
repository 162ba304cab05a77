// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// Encodes events in a dialect's form.
struct EventWriter {
    /// An encoded batch, and the events that could not be encoded.
    struct Batch {
        var events: [EventPayload.Event] = []
        var unsaid = 0
        /// Why the first of them could not be encoded.
        var reason = ""
    }

    private let dialect: any LaunchDarklyDialect
    private let isInline: Bool
    private let privacy: LaunchDarklyPrivacy

    init(_ dialect: any LaunchDarklyDialect, _ options: LaunchDarklyEventOptions) {
        self.dialect = dialect
        isInline = options.inlinesUser
        privacy = options.privacy
    }

    /// The events as JSON, in order; one whose identity the dialect cannot express is left out.
    func write(_ events: [LaunchDarklyEvent]) -> Batch {
        var batch = Batch()
        for event in events {
            do {
                if let json = try json(event) {
                    batch.events.append(EventPayload.Event(json: json, subjects: event.subjects))
                }
            } catch {
                if batch.unsaid == 0 { batch.reason = "\(error)" }
                batch.unsaid += 1
            }
        }
        return batch
    }

    /// The counts, as one summary or as one for each identity; what cannot be expressed counts as lost.
    func write(_ counts: SummaryCounts, era: LaunchDarklyEra, end: Instant, to batch: inout Batch) {
        let dialect = dialect.speaking(era)
        if !dialect.hasSummaryPerIdentity {
            let all = counts.tallies.reduce(into: counts.earlier) { $0.add($1.tally) }
            if let summary = all.json(end: end, writesNullDefaults: dialect.writesNullDefaults) {
                batch.events.append(EventPayload.Event(json: summary))
            }
            return
        }
        if let summary = counts.earlier.json(end: end, writesNullDefaults: dialect.writesNullDefaults, kinds: .each) {
            batch.events.append(EventPayload.Event(json: summary))
        }
        for (context, tally) in counts.tallies {
            do {
                let identity = try identity(context)
                let kinds = (identity as? LaunchDarklyContext)?.parts.map(\.kind.rawValue) ?? []
                let summary = tally.json(
                    end: end, writesNullDefaults: dialect.writesNullDefaults, kinds: .all(kinds),
                    about: dialect.members(about: identity, in: .summary, isInline: true, privacy) ?? [:])
                if let summary { batch.events.append(EventPayload.Event(json: summary, subjects: [context])) }
            } catch {
                if batch.unsaid == 0 { batch.reason = "\(error)" }
                batch.unsaid += 1
            }
        }
    }

    /// Whether the dialect can express such an event: it may have no alias events.
    func hasWords(for event: LaunchDarklyEvent) -> Bool {
        guard case .alias(let context, let previous, _) = event else { return true }
        return dialect.speaking(dialect.era(of: context)).hasAliases
            && dialect.speaking(dialect.era(of: previous)).hasAliases
    }

    private func json(_ event: LaunchDarklyEvent) throws -> FlagValue? {
        switch event {
        case .identify(let context, let time):
            return try members("identify", time, about: context, in: .identify).map(FlagValue.object)
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
            guard var members = try members("custom", event.time, about: event.context, in: .custom) else { return nil }
            members["key"] = .string(event.name)
            if !event.data.isNull { members["data"] = event.data }
            // JSON cannot express others; the rest of the event is still useful.
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
        members["default"] = reading.fallback
        if let variation = reading.variation { members["variation"] = .int(Int64(variation)) }
        if let version = reading.version { members["version"] = .int(version) }
        if !reading.reason.isNull { members["reason"] = reading.reason }
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
