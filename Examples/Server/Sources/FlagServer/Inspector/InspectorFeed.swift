// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// A feed that sends the state to the page after each change.
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
