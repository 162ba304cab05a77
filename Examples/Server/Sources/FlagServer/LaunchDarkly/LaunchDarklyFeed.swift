// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// A feed for a LaunchDarkly stream, which sends all flags once, and then each change.
struct LaunchDarklyFeed: StreamFeed {
    let service: FlagService
    let context: EvaluationContext
    let withReasons: Bool
    /// The flags that the client has, or `nil` before the first event.
    private var sent: [String: FlagValue]?

    init(service: FlagService, context: EvaluationContext, withReasons: Bool) {
        (self.service, self.context, self.withReasons) = (service, context, withReasons)
    }

    mutating func events() -> [ServerSentEvent] {
        let served = service.flags(for: context)
        guard served.isReady else { return [] }
        let now = served.launchDarkly(withReasons: withReasons)
        defer { sent = now }
        guard let sent else { return [ServerSentEvent("put", now.stamped(served.sequence))] }
        let changed = now.filter { sent[$0.key] != $0.value }
        let patches = changed.sorted { $0.key < $1.key }.map { key, flag in
            ServerSentEvent("patch", flag.adding(["key": .string(key), "version": .int(served.sequence)]))
        }
        let deletes = sent.keys.filter { now[$0] == nil }.sorted().map { key in
            ServerSentEvent("delete", ["key": .string(key), "version": .int(served.sequence)])
        }
        return patches + deletes
    }
}

extension FlagValue {
    /// Returns the object with additional properties.
    fileprivate func adding(_ others: [String: FlagValue]) -> FlagValue {
        guard case .object(let members) = self else { return self }
        return .object(members.merging(others) { $1 })
    }
}
