// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardUnleash
import HostileServer
import Testing

/// Metrics of clients that use the same disk one after the other.
@Suite("Stored Unleash metrics")
struct StoredMetricsTests {
    private let files = InMemoryFileSystem()
    private static let stored =
        "Reads stored: 2. Halyard sends them when the service is reachable again."

    /// Returns a stage whose server sends the given responses to reports, and then 200.
    private func stage(reports answers: Wire...) throws -> UnleashStage {
        let answers = InTurn(answers + [.response(200)])
        return try UnleashStage { request in
            guard request.target.contains("metrics") else { return [.send(.toggles("on"))] }
            return [.send(answers.next())]
        }
    }

    private func meteredClient(
        _ stage: UnleashStage, isOnline: Bool = true, _ change: (inout UnleashOptions) -> Void = { _ in }
    ) throws -> FlagClient {
        let store = FileFlagStore(folder: "/state", files: files, time: stage.time)
        let provider = try stage.provider(store: store) { options in
            options.url = "http://127.0.0.1:\(stage.server.port)/api/frontend"
            options.sendsMetrics = true
            options.refreshInterval = .zero
            options.metricsInterval = .zero
            change(&options)
        }
        return stage.client(provider, at: stage.time) { $0.isOnline = isOnline }
    }

    private func reports(_ stage: UnleashStage) -> [String] {
        stage.server.requests.filter { $0.target.contains("metrics") }.map(\.text)
    }

    private var paths: [String] { files.paths.filter { $0.contains(".events") } }

    private static let report =
        #"{"appName":"halyard","bucket":{"start":"2026-01-01T00:00:00.000Z","stop":"2026-01-01T00:00:00.000Z","#
        + #""toggles":{"on":{"no":0,"yes":2}}},"environment":"default","instanceId":"swift"}"#

    @Test("Stores reads when offline, and sends them from the next client")
    func offline() async throws {
        let stage = try stage()
        defer { stage.server.stop() }
        let first = try meteredClient(stage)
        #expect(await first.start() == .ready)
        await first.setOnline(false)
        for _ in 1...2 { _ = first.bool("on", default: false) }
        await first.shutdown()
        #expect(first.diagnostics.recent.map(\.message) == [Self.stored])
        #expect(reports(stage) == [])
        let second = try meteredClient(stage)
        #expect(await second.start() == .ready)
        await second.flush()
        #expect(reports(stage) == [Self.report])
        #expect(paths == [])
        await second.shutdown()
        #expect(second.diagnostics.recent.map(\.message) == [])
    }

    @Test("Stores reads after a failed flush, and sends them once")
    func failure() async throws {
        let stage = try stage(reports: .response(503))
        defer { stage.server.stop() }
        let client = try meteredClient(stage)
        await client.start()
        for _ in 1...2 { _ = client.bool("on", default: false) }
        await client.flush()
        #expect(paths.count == 1)
        await client.flush()
        await client.flush()
        #expect(reports(stage) == [Self.report, Self.report])
        #expect(paths == [])
        await client.shutdown()
        #expect(
            client.diagnostics.recent.map(\.message) == [Self.stored])
    }

    @Test("Drops stored reads that the service rejects, and reports their number")
    func refused() async throws {
        let stage = try stage(reports: .response(503), .response(400))
        defer { stage.server.stop() }
        let client = try meteredClient(stage)
        await client.start()
        for _ in 1...2 { _ = client.bool("on", default: false) }
        for _ in 1...3 { await client.flush() }
        #expect(reports(stage).count == 2)
        #expect(
            client.diagnostics.recent.last?.message
                == "Reads dropped: 2. The service rejected them with status 400.")
        #expect(paths == [])
        await client.shutdown()
    }

    @Test("Removes stored reads when consent is withdrawn")
    func consent() async throws {
        let stage = try stage()
        defer { stage.server.stop() }
        let client = try meteredClient(stage)
        await client.start()
        await client.setOnline(false)
        _ = client.bool("on", default: false)
        await client.flush()
        #expect(paths.count == 1)
        client.setEventsEnabled(false)
        client.setEventsEnabled(true)
        await client.setOnline(true)
        await client.flush()
        #expect(reports(stage) == [])
        #expect(paths == [])
        await client.shutdown()
    }

    @Test("Stores reads as configured, regardless of the session setting", arguments: [true, false])
    func configured(isOn: Bool) async throws {
        let stage = try stage()
        defer { stage.server.stop() }
        var host = ConfigurationHost()
        (host.files, host.time) = (files, stage.time)
        var options = FlagClient.Options()
        (options.isOnline, options.time) = (false, stage.time)
        let text = """
            {"version": 1, "providers": {"flags": {"type": "unleash", "clientKey": "key",
              "url": "\(stage.server.url("/api/frontend"))", "storeSession": false, "sessionFolder": "reports",
              "storeEvents": \(isOn)}}}
            """
        let client = try FlagClient(
            configuration: .json(text, directory: "/app"), providers: [.unleash()], options: options, host: host)
        await client.start()
        _ = client.bool("on", default: false)
        await client.shutdown()
        #expect(paths.map { $0.hasPrefix("/app/reports/") } == (isOn ? [true] : []))
        #expect(client.diagnostics.recent.map(\.code) == [isOn ? "eventsStored" : "eventsDropped"])
    }

    @Test("Reports uncounted reads when it stores the other reads")
    func omittedCount() async throws {
        let stage = try stage()
        defer { stage.server.stop() }
        let client = try meteredClient(stage)
        await client.start()
        await client.setOnline(false)
        // One window counts at most a thousand unknown flags.
        for number in 0..<1003 { _ = client.bool("unknown-\(number)", default: false) }
        await client.shutdown()
        #expect(
            client.diagnostics.recent.map { "\($0.code.rawValue): \($0.message.prefix(18))" } == [
                "eventsDropped: 3 reads weren't co", "eventsStored: Reads stored: 1000",
            ])
    }

    @Test("Drops reads and reports their number if storage is turned off")
    func switchedOff() async throws {
        let stage = try stage()
        defer { stage.server.stop() }
        let client = try meteredClient(stage) { $0.storage.isOn = false }
        await client.start()
        await client.setOnline(false)
        for _ in 1...2 { _ = client.bool("on", default: false) }
        await client.shutdown()
        #expect(
            client.diagnostics.recent.map(\.message) == [
                "Reads dropped: 2. They couldn't be sent before the client ended."
            ])
        #expect(paths == [])
    }
}
