// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
@testable import HalyardOFREP
import HalyardSupport
import HostileServer
import TestSupport
import Testing

/// Secrets that no output contains.
@Suite("OFREP secrets")
struct OFREPSecretTests {
    /// The credential, and parts of a stream address and a failed response's body.
    private static let secrets = ["s3cret", "t0ken", "/events", "b0dy"]

    private func expectNoSecret(in text: String, at sourceLocation: SourceLocation = #_sourceLocation) {
        for secret in Self.secrets {
            #expect(!text.contains(secret), "\(secret) in \(text)", sourceLocation: sourceLocation)
        }
    }

    @Test(
        "Keeps secrets, stream addresses, and bodies out of output and records",
        arguments: [400, 401, 404, 429, 500, 200])
    func nothingShows(status: Int) async throws {
        let bad: Wire = #"{"errorCode":"INVALID_CONTEXT","errorDetails":"b0dy /events?t0ken"}"#
        let own = String.endpoint("/events?t0ken")
        let stage = try OFREPStreamStage(
            flags: [.ofrep("a", tag: "\"1\"", streams: own), .response(status, body: bad)],
            streams: [[.send(.eventStream), .reset], [.send(.response(503, body: "b0dy"))], [.send(.response(403))]])
        defer { stage.server.stop() }
        let files = InMemoryFileSystem()
        let provider = try stage.provider {
            $0.pollInterval = .seconds(10)
        }
        let persisted = try PersistedProvider(
            provider, policy: VariantLookupPolicy.persistenceUntilNetworkSuccess(),
            store: FileFlagStore(folder: "/flags", files: files, time: stage.time), time: stage.time)
        let client = await stage.started(persisted)
        await until(moving: stage.time, by: .milliseconds(100)) {
            client.state.error != nil && stage.opened.count >= 3
        }
        var shown = "\(client.state) \(client.diagnostics.recent)"
        shown += client.explain("a").json.description
        for value in [provider, persisted, provider.options, provider.service, provider.streams, client] as [Any] {
            dump(value, to: &shown)
            shown += "\(value) \(String(reflecting: value))"
        }
        await client.shutdown()
        for path in files.paths { shown += path + String(decoding: try files.contents(of: path), as: UTF8.self) }
        #expect(!files.paths.isEmpty)
        expectNoSecret(in: shown)
    }
}
