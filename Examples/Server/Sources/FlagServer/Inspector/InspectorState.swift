// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The state that the page shows.
struct InspectorState {
    let service: FlagService
    let history: ChangeHistory
    /// The identifier of this server run.
    let run: FlagValue

    /// The state as a JSON value.
    var json: FlagValue {
        let client = service.client.state
        let (forced, moments, reads) = (service.overrides, history.moments, service.reads.all)
        let otherReads = service.reads.others
        let flags = ServedFlags(service.client.snapshot(), forced: forced).flags.map { flag in
            flag.json(
                [
                    "at": flag.confirmedAt(in: client.flagSet), "changed": moments[flag.key].map(FlagValue.init),
                    "override": forced[flag.key] == nil ? nil : true,
                    "reads": reads[flag.key].map { .int(Int64($0.count)) },
                ])
        }
        let providers = service.providers.contains(client.provider) ? service.providers : [client.provider]
        return .object(
            [
                "run": run, "status": .string(client.status.rawValue),
                "error": client.error.map { .string($0.message) }, "provider": .string(client.provider),
                "providers": .array(providers.map(FlagValue.string)), "context": client.context.json,
                "contextText": client.context.json.jsonText,
                "perRequest": .bool(service.decidesForEachRequest), "flags": .array(flags),
                "history": .array(history.newest.map(\.json)),
                "otherReads": otherReads > 0 ? .int(Int64(otherReads)) : nil,
            ].compactMapValues(\.self))
    }
}

extension ServedFlag {
    /// Returns the date when the provider last confirmed the flag, or `nil` if the flag isn't from the provider.
    fileprivate func confirmedAt(in flagSet: FlagSet?) -> FlagValue? {
        guard let flagSet, ![.override, .killSwitch, .default].contains(origin.kind) else { return nil }
        return FlagValue(flagSet.confirmedAt(for: origin))
    }

    fileprivate func json(_ more: [String: FlagValue?]) -> FlagValue {
        let own: [String: FlagValue?] = [
            "key": .string(key), "value": value, "text": value.jsonText, "payload": payload.present,
            "payloadText": payload.present?.jsonText,
            "variant": variant.map(FlagValue.string),
            "reason": .string(reason.rawValue), "origin": .string(origin.kind.rawValue),
            "provider": origin.provider.map(FlagValue.string),
        ]
        return .object(own.merging(more) { own, _ in own }.compactMapValues(\.self))
    }
}
