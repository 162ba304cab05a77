// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension EventRecord {
    /// The event as a JSON object, with its kind under `kind` and its time under `time`.
    ///
    /// The other properties depend on the kind. Unknown values are left out.
    ///
    /// | kind | properties |
    /// | --- | --- |
    /// | `exposure` | `flag`, `value`, `default`, `target`, `variant`, `reason`, `version`, `origin`, `provider`, `error`, `context` |
    /// | `summary` | `start`, `flags`, `omittedCount`, `context` |
    /// | `custom` | `name`, `data`, `metric`, `context` |
    /// | `identify`, `alias` | `context`, `previous` |
    /// | `change` | `flags` |
    public var json: FlagValue {
        var members: [String: FlagValue?]
        switch event {
        case .evaluated(let evaluation): members = exposure(evaluation)
        case .counted(let summary): members = self.summary(summary)
        case .tracked(let event): members = custom(event)
        case .identified(let event):
            members = ["context": detail.json(event.context), "previous": event.previous.flatMap(detail.json)]
        case .changed(let changes, _): members = ["flags": .array(changes.map(change))]
        // The initializer rejects these events.
        case .attached, .consentChanged, .modeChanged, .contextUsed: members = [:]
        }
        members["kind"] = .string(kind.rawValue)
        members["time"] = .date(time)
        return .object(members.compactMapValues(\.self))
    }

    private func exposure(_ evaluation: Evaluation) -> [String: FlagValue?] {
        let flag = evaluation.flag
        // A caller that got the default value because of an error wasn't served the flag's variant.
        let served = evaluation.error == nil ? flag : nil
        return [
            "flag": .string(evaluation.key), "value": evaluation.value, "default": evaluation.defaultValue,
            "target": .string(evaluation.target.rawValue), "variant": served?.variant.map(FlagValue.string),
            "reason": (served?.reason.rawValue).map(FlagValue.string), "version": flag?.version.map(FlagValue.int),
            "origin": (flag?.origin.kind.rawValue).map(FlagValue.string),
            "provider": flag?.origin.provider.map(FlagValue.string),
            "error": (evaluation.error?.rawValue).map(FlagValue.string), "context": detail.json(evaluation.context),
        ]
    }

    private func summary(_ summary: EvaluationSummary) -> [String: FlagValue?] {
        [
            "start": .date(summary.start), "flags": .array(summary.entries.map(entry)),
            "omittedCount": summary.omittedCount > 0 ? .int(Int64(summary.omittedCount)) : nil,
            "context": detail.json(summary.context),
        ]
    }

    private func entry(_ entry: EvaluationSummary.Entry) -> FlagValue {
        let flag = entry.flag
        let served = entry.error == nil ? flag : nil
        let members: [String: FlagValue?] = [
            "flag": .string(entry.key), "value": served?.value, "default": entry.defaultValue,
            "variant": served?.variant.map(FlagValue.string), "version": flag?.version.map(FlagValue.int),
            "provider": flag?.origin.provider.map(FlagValue.string),
            "error": (entry.error?.rawValue).map(FlagValue.string), "reads": .int(Int64(entry.valueReads)),
            "variantReads": entry.variantReads > 0 ? .int(Int64(entry.variantReads)) : nil,
        ]
        return .object(members.compactMapValues(\.self))
    }

    private func custom(_ event: TrackingEvent) -> [String: FlagValue?] {
        [
            "name": .string(event.name), "data": event.data.isNull ? nil : event.data,
            "metric": event.metric.map(FlagValue.double), "context": detail.json(event.context),
        ]
    }

    private func change(_ change: FlagChange) -> FlagValue {
        let members: [String: FlagValue?] = [
            "flag": .string(change.key), "old": change.old.map(side), "new": change.new.map(side),
        ]
        return .object(members.compactMapValues(\.self))
    }

    private func side(_ flag: EvaluatedFlag) -> FlagValue {
        let members: [String: FlagValue?] = ["value": flag.value, "variant": flag.variant.map(FlagValue.string)]
        return .object(members.compactMapValues(\.self))
    }
}
