// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// A provider with hooks of its own that gives every client the same flags.
struct FixedProvider: FlagProvider {
    var name = "fixed"
    var hooks: [any EvaluationHook] = []
    /// Makes the flags.
    var flags: @Sendable () -> [Flag] = { [Flag("limit", 5, origin: Origin(.network, provider: "fixed"))] }

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        channel.publish(
            .ready(
                FlagSnapshot(FlagTable(flags()), for: request.context, confirmedAt: Instant(millisecondsSinceEpoch: 0)))
        )
    }
}
