// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// What the page shows at one moment.
struct InspectorState {
    let service: FlagService
    let history: ChangeHistory
    /// Identifies this run of the server.
    let run: FlagValue

    /// The state as a JSON value.
    var json: FlagValue {
        let client = service.client.state
        let (forced, moments, reads) = (service.overrides, history.moments, service.reads.all)
        let flags = ServedFlags(service.client.snapshot(), forced: forced).flags.map { flag in
            flag.json(
                [
                    "at": flag.confirmedAt(in: client.snapshot), "changed": moments[flag.key].map(FlagValue.init),
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
                "perRequest": .bool(service.decidesForEachRequest), "flags": .array(flags),
                "history": .array(history.newest.map(\.json)),
            ].compactMapValues(\.self))
    }
}

/// Sends the page its state whenever that is another one.
struct InspectorFeed: StreamFeed {
    let state: InspectorState
    private var last: FlagValue?

    init(_ state: InspectorState) { self.state = state }

    mutating func events() -> [ServerSentEvent] {
        let json = state.json
        if json == last { return [] }
        last = json
        return [ServerSentEvent("state", json)]
    }
}

/// Why a flag has its value, what each provider says about it, and how it has changed.
struct InspectorDetails {
    let explanation: Explanation
    let snapshot: FlagSnapshot?
    let entries: [ChangeHistory.Entry]
    let parity: ParityReport?

    /// The details as a JSON value.
    var json: FlagValue {
        let providers = (snapshot?.parts ?? [:]).sorted { $0.key < $1.key }.map { name, part in
            let flag = part.table[explanation.key]
            return FlagValue.object(
                [
                    "name": .string(name), "value": flag?.value ?? (part.absence == .off ? false : nil),
                    "payload": flag?.variantValue?.present, "variant": flag?.variant.map(FlagValue.string),
                    "reason": flag.map { .string($0.reason.rawValue) },
                    "at": FlagValue(part.confirmedAt),
                ].compactMapValues(\.self))
        }
        let comparisons = parity?.flags.filter { $0.key == explanation.key } ?? []
        return [
            "explanation": explanation.json, "providers": .array(providers), "history": .array(entries.map(\.json)),
            "compared": .int(Int64(comparisons.reduce(0) { $0 + $1.compared })),
            "agreed": .int(Int64(comparisons.reduce(0) { $0 + $1.agreed })),
        ]
    }
}

extension ServedFlag {
    /// When the provider last confirmed the flag; nil for one that is not the provider's.
    fileprivate func confirmedAt(in snapshot: FlagSnapshot?) -> FlagValue? {
        guard let snapshot, ![.override, .killSwitch, .default].contains(origin.kind) else { return nil }
        return FlagValue(snapshot.confirmedAt(for: origin))
    }

    fileprivate func json(_ more: [String: FlagValue?]) -> FlagValue {
        let own: [String: FlagValue?] = [
            "key": .string(key), "value": value, "payload": payload.present,
            "variant": variant.map(FlagValue.string),
            "reason": .string(reason.rawValue), "origin": .string(origin.kind.rawValue),
            "provider": origin.provider.map(FlagValue.string),
        ]
        return .object(own.merging(more) { own, _ in own }.compactMapValues(\.self))
    }
}

extension ChangeHistory.Entry {
    /// A side on which the flag did not exist is left out, since a flag may have the value null.
    fileprivate var json: FlagValue {
        .object(
            [
                "number": .int(number), "key": .string(change.key), "at": FlagValue(moment), "old": change.old?.value,
                "new": change.new?.value, "origin": change.new.map { .string("\($0.origin)") },
            ].compactMapValues(\.self))
    }
}

extension FlagValue {
    /// The value; nil for null.
    fileprivate var present: FlagValue? { isNull ? nil : self }

    /// A moment in milliseconds since 1970.
    fileprivate init(_ moment: Instant) { self = .int(moment.millisecondsSinceEpoch) }
}
