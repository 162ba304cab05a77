// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// What an OFREP stream sends: that the flags have changed, so that the client asks again with its own context.
struct OFREPFeed: StreamFeed {
    let service: FlagService
    /// The server's own flags when the client was last notified; nil before the stream has opened.
    private var seen: [ServedFlag]?

    init(service: FlagService) { self.service = service }

    mutating func events() -> [ServerSentEvent] {
        let now = service.flags(for: service.client.state.context).flags
        defer { seen = now }
        // Rules may have changed for others only.
        guard let seen, seen != now || service.decidesForEachRequest else { return [] }
        return [ServerSentEvent("message", ["type": "refetchEvaluation"])]
    }
}
