// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// A feed for an OFREP stream, which notifies clients of changes so that they fetch their flags again.
struct OFREPFeed: StreamFeed {
    let service: FlagService
    /// The flags of the server's context at the last notification, or `nil` before the stream opens.
    private var seen: [ServedFlag]?

    init(service: FlagService) { self.service = service }

    mutating func events() -> [ServerSentEvent] {
        let now = service.flags(for: service.client.state.context).flags
        defer { seen = now }
        // A change of the rules might affect only other contexts.
        guard let seen, seen != now || service.decidesForEachRequest else { return [] }
        return [ServerSentEvent("message", ["type": "refetchEvaluation"])]
    }
}
