// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import AsyncAlgorithms
import Halyard
import ServiceLifecycle

/// Runs a client for as long as the server runs.
///
/// Services end in reverse order. Put it before the HTTP server, so that all requests end before the client shuts down.
struct FlagService: Service {
    let client: FlagClient

    func run() async throws {
        await client.start(within: .seconds(5))
        let minutes = AsyncTimerSequence(interval: .seconds(60), clock: .continuous)
        for await _ in minutes.cancelOnGracefulShutdown() { await client.flush() }
        await client.shutdown(within: .seconds(5))
    }
}
