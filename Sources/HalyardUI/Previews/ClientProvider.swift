// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// Serves what a client serves, to another client.
struct ClientProvider: ImmediateProvider {
    private let client: FlagClient

    init(_ client: FlagClient) { self.client = client }

    var name: String { client.providerName }

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        for await _ in client.updates {
            guard let flags = cachedSnapshot(for: request) else { continue }
            channel.publish(.ready(flags))
        }
    }

    func cachedSnapshot(for request: FlagRequest) -> FlagSnapshot? {
        let view = client.snapshot()
        guard let snapshot = view.state.snapshot else { return nil }
        return FlagSnapshot(
            view.table, for: request.context, confirmedAt: snapshot.confirmedAt, expiresAt: snapshot.expiresAt,
            absence: snapshot.absence)
    }
}
