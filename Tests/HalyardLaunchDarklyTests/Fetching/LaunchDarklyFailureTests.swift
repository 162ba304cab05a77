// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardSupport
import HostileServer
import TestSupport
import Testing

/// The failures in the README's table, row by row, over sockets.
@Suite("LaunchDarkly failures")
struct LaunchDarklyFailureTests {
    private static let one = #"{"a":{"value":1,"version":2}}"#
    private static let two = #"{"a":{"value":2,"version":3}}"#
    private static let ending: [Step] = [.send(.eventStream + .put(one) + .lastChunk), .close]

    /// Scenarios that return a client's statuses in order, by the first column of the table.
    private static let rows: [String: @Sendable () async throws -> [ProviderStatus]] = [
        "a stream ends or breaks, and another one is open within a second": {
            try await play(streams: [ending, Step.stream(.put(two))]) { stage, client in
                await stage.heard.until("streaming known: 0s failed: - -")
                await stage.pass(.milliseconds(999), waits: 2)
                await client.until { $0.flagSet?.table["a"]?.value == 2 }
                #expect(client.diagnostics.recent == [])
                return [client.status]
            }
        },
        "no stream is open for a second: no network, 400, 408, 429, 5xx, silence for five minutes": {
            try await play(streams: [ending, Step.status(503), Step.stream(.put(two))]) { stage, client in
                await stage.heard.until("streaming known: 0s failed: - -")
                await stage.pass(.seconds(1), waits: 2)
                let answered = "\(stage.origin): The service responded with status 503. Halyard will retry."
                await client.until { $0.error?.message == answered }
                let lost = client.status
                #expect(client.allFlags == ["a": 1])
                await stage.heard.until("establishingStreamingConnection known: 0s failed: 1s httpError(503)")
                await stage.pass(.seconds(2))
                await client.until { $0.flagSet?.table["a"]?.value == 2 }
                #expect(client.state.error == nil)
                await stage.heard.until("streaming known: - failed: 1s httpError(503)")
                return [lost, client.status]
            }
        },
        "the same, and there are no flags for the context": {
            try await play(streams: [Step.status(503), Step.stream(.put(one))]) { stage, client in
                let failed = client.status
                await stage.pass(.seconds(2))
                await client.until { $0.flagSet != nil }
                return [failed, client.status]
            }
        },
        "a stream gets another 4xx, a poll 401": {
            try await play(streams: [ending, Step.status(404)]) { stage, client in
                await stage.heard.until("streaming known: 0s failed: - -")
                await stage.pass(.milliseconds(999), waits: 2)
                await client.until { $0.error?.code == .providerFatal }
                #expect(client.allFlags == ["a": 1])
                return [client.status]
            }
        },
        "a poll fails otherwise": {
            let polls = [Step.flags(one), Step.status(404), Step.flags(two)]
            return try await play(polls: polls, { $0.streamingMode = .polling }) { stage, client in
                await stage.pass(.seconds(300))
                await client.until { $0.error != nil }
                let failed = client.status
                #expect(client.allFlags == ["a": 1])
                await stage.pass(.seconds(300))
                await client.until { $0.flagSet?.table["a"]?.value == 2 }
                return [failed, client.status]
            }
        },
        "a `REPORT` poll gets 400, 405 or 501": {
            let polls = [Step.status(405), Step.flags(one)]
            return try await play(
                polls: polls,
                {
                    $0.streamingMode = .polling
                    $0.usesReport = true
                }
            ) { stage, client in
                #expect(stage.server.requests.map(\.method) == ["REPORT", "GET"])
                return [client.status]
            }
        },
        "one flag cannot be read": {
            try await play(streams: [Step.stream(.put(#"{"a":{"value":1,"version":2},"b":7}"#))]) { _, client in
                #expect(client.allFlags == ["a": 1])
                #expect(client.diagnostics.recent.count == 1)
                return [client.status]
            }
        },
        "an event cannot be read": {
            let gate = Gate()
            return try await play(streams: [Step.stream(.put(one), .put("{"), then: gate, .put(two))]) {
                stage, client in
                await client.until { $0.error?.code == .parseError }
                let failed = client.status
                gate.open()
                await client.until { $0.flagSet?.table["a"]?.value == 2 }
                #expect(stage.server.connectionCount == 1)
                return [failed, client.status]
            }
        },
        "an update is older than what is there": {
            try await play(
                streams: [Step.stream(.put(one), .patch(#"{"key":"a","value":9,"version":1}"#))]
            ) { stage, client in
                await stage.heard.until("unchanged")
                #expect(client.allFlags == ["a": 1])
                return [client.status]
            }
        },
    ]

    private static func play(
        streams: [[Step]] = [[.stall]], polls: [[Step]] = [[.send(.response(404))]],
        _ change: (inout LaunchDarklyOptions) -> Void = { _ in },
        _ body: (LaunchDarklyStage, FlagClient) async throws -> [ProviderStatus]
    ) async throws -> [ProviderStatus] {
        let stage = try LaunchDarklyStage(streams: streams, polls: polls)
        defer { stage.server.stop() }
        let client = try await stage.started(change)
        let shown = try await body(stage, client)
        await client.shutdown()
        return shown
    }

    private static let page = "Tests/HalyardLaunchDarklyTests/README.md"

    @Test("Covers exactly the rows of the table")
    func complete() throws { #expect(Set(try Self.table().keys) == Set(Self.rows.keys)) }

    @Test("Reports the statuses in the table", arguments: rows.keys.sorted())
    func shows(row: String) async throws {
        let play = try #require(Self.rows[row])
        let shown = try await play()
        #expect(shown.map(\.rawValue) == (try Self.table()[row]))
    }

    /// Returns the statuses in the table's third column, by its first column.
    private static func table() throws -> [String: [String]] {
        let text = try Repository.text(page).split(separator: "## When something fails")[1]
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }.map { $0.split(separator: " | ") }
        return Dictionary(
            uniqueKeysWithValues: rows.dropFirst(2).map { row in
                (String(row[0].dropFirst(2)), row[2].matches(of: /`([A-Z]+)`/).map { String($0.1) })
            })
    }
}
