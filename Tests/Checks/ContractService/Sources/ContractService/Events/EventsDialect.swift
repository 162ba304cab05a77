// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import HalyardNetwork
import HalyardTransport

/// The dialect of LaunchDarkly's tests of server-sent events, which control event sources.
struct EventsDialect: Dialect {
    private let transport = PlatformTransport.make()

    let status = Status(
        name: "halyard-event-source",
        capabilities: [
            "comments", "headers", "last-event-id", "post", "report", "read-timeout", "bom", "restart",
            "server-directed-shutdown-request",
        ])

    func make(_ body: Data) async throws -> any Subject {
        StreamSubject(try StreamParameters(body: body), transport)
    }
}
