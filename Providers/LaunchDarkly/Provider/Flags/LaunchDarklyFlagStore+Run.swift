// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

extension LaunchDarklyFlagStore: LaunchDarklyStore {
    var isForServers: Bool { false }

    mutating func receive(
        _ event: ServerSentEvent, _ diagnostics: inout DiagnosticCollector
    ) throws(LaunchDarklyUnreadable) -> LaunchDarklyStoreChange {
        switch StreamNews(event, origin: origin) {
        case .ping: return .ping
        case .unknown: return .ignored
        case .malformed: throw .notJSON(event)
        case .put(let payload): return .all(isDifferent: try replace(with: payload, &diagnostics))
        case .patch(let document):
            return .one(
                isNewer: try update(by: event) { store throws(Malformed) in
                    try store.patch(document, &diagnostics)
                })
        case .delete(let document):
            return .one(isNewer: try update(by: event) { store throws(Malformed) in try store.delete(document) })
        }
    }

    private mutating func update(
        by event: ServerSentEvent, _ change: (inout Self) throws(Malformed) -> Bool
    ) throws(LaunchDarklyUnreadable) -> Bool {
        do throws(Malformed) {
            return try change(&self)
        } catch {
            throw .event(event, error.reason)
        }
    }

    mutating func replace(
        with body: [UInt8], _ diagnostics: inout DiagnosticCollector
    ) throws(LaunchDarklyUnreadable) {
        guard let payload = LaunchDarklyPayload(body, origin: origin) else { throw .body(body) }
        _ = try replace(with: payload, &diagnostics)
    }

    private mutating func replace(
        with payload: LaunchDarklyPayload, _ diagnostics: inout DiagnosticCollector
    ) throws(LaunchDarklyUnreadable) -> Bool {
        do throws(Malformed) {
            return try put(payload, &diagnostics)
        } catch {
            throw LaunchDarklyUnreadable("sent invalid flags: \(error.reason).")
        }
    }

    func flagSet(
        for context: EvaluationContext, after earlier: FlagSet?, tag: String?, facts: [String: FlagValue],
        at now: Instant
    ) -> FlagSet {
        var facts = facts
        if !providerData.isNull { facts["tombstones"] = providerData }
        return FlagSet(table, for: context, validator: tag, providerData: .object(facts), confirmedAt: now)
    }
}
