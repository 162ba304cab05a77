// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// A provider that serves the flags of another client.
struct ClientProvider: ImmediateProvider {
    private let client: FlagClient

    init(_ client: FlagClient) { self.client = client }

    var name: String { client.providerName }

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        for await _ in client.updates {
            guard let flags = cachedFlags(for: request) else { continue }
            channel.publish(.ready(flags))
        }
    }

    func cachedFlags(for request: FlagRequest) -> FlagSet? {
        let snapshot = client.snapshot()
        guard let flagSet = snapshot.state.flagSet else { return nil }
        return FlagSet(
            snapshot.table, for: request.context, confirmedAt: flagSet.confirmedAt, expiresAt: flagSet.expiresAt,
            missingFlags: flagSet.missingFlags)
    }
}
