// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardUnleash
import HostileServer
import TestSupport
import Testing

@Suite("Unleash metrics")
struct UnleashMetricsTests {
    private static let flags = Wire.flags(
        #"{"toggles":[{"name":"on","enabled":true},{"name":"variant","enabled":true,"#
            + #""variant":{"name":"b","enabled":true,"payload":{"type":"string","value":"blue"}}}]}"#)

    /// Returns a stage whose server sends the given responses to reports, and repeats the last one.
    private func stage(reports answers: Wire...) throws -> UnleashStage {
        let answers = InTurn(answers)
        return try UnleashStage { request in
            guard request.target.contains("metrics") else { return [.send(Self.flags)] }
            return [.send(answers.next())]
        }
    }

    private func meteredClient(
        _ stage: UnleashStage, lifecycle: (any Lifecycle)? = nil, _ change: (inout UnleashOptions) -> Void = { _ in }
    ) throws -> FlagClient {
        let provider = try stage.provider { options in
            options.sendsMetrics = true
            options.refreshInterval = .zero
            change(&options)
        }
        // The client's clock sets the start and end of each report.
        return stage.client(provider, at: stage.time) { $0.lifecycle = lifecycle }
    }

    private func reports(_ stage: UnleashStage) -> [String] {
        stage.server.requests.filter { $0.target.contains("metrics") }.map(\.text)
    }

    private func nextReport(_ stage: UnleashStage) async throws -> RecordedRequest {
        while true {
            let request = try await stage.server.nextRequest()
            if request.target.contains("metrics") { return request }
        }
    }

    @Test("Sends a report soon after the start, and then at each interval")
    func report() async throws {
        let stage = try stage(reports: .response(200))
        defer { stage.server.stop() }
        let client = try meteredClient(stage)
        #expect(await client.start() == .ready)
        for _ in 1...3 { _ = client.bool("on", default: false) }
        _ = client.bool("unknown", default: true)
        _ = client.string("variant", default: "")
        await stage.pass(.seconds(2))
        let body =
            #"{"appName":"halyard","bucket":{"start":"2026-01-01T00:00:00.000Z","stop":"2026-01-01T00:00:02.000Z","#
            + #""toggles":{"on":{"no":0,"yes":3},"unknown":{"no":1,"yes":0},"#
            + #""variant":{"no":0,"variants":{"b":1},"yes":1}}},"environment":"default","instanceId":"swift"}"#
        #expect(
            try await nextReport(stage).transcript() == [
                "POST /api/frontend/client/metrics", "Accept: application/json", "Authorization: key",
                "Content-Length: \(body.utf8.count)", "Content-Type: application/json", "Unleash-Appname: halyard",
                "Unleash-Connection-Id: \(UnleashStage.connectionId)", "Unleash-Sdk: halyard-swift:0.1.0", body,
            ])
        _ = client.bool("on", default: false)
        await stage.time.awaitSleepers()
        stage.time.advance(by: .milliseconds(29_999))
        #expect(reports(stage).count == 1)
        stage.time.advance(by: .milliseconds(1))
        #expect(
            try await nextReport(stage).text.contains(
                #""start":"2026-01-01T00:00:02.000Z","stop":"2026-01-01T00:00:32.000Z","toggles":{"on":{"no":0,"yes":1}}"#
            ))
        await client.shutdown()
    }

    @Test("Sends reports on time despite context changes")
    func contextChanges() async throws {
        let stage = try stage(reports: .response(200))
        defer { stage.server.stop() }
        let client = try meteredClient(stage)
        await client.start()
        for number in 1...4 {
            _ = client.bool("on", default: false)
            await client.setContext(.user("user\(number)"))
            await stage.time.awaitSleepers()
            stage.time.advance(by: .milliseconds(500))
        }
        #expect(try await nextReport(stage).text.contains(#""toggles":{"on":{"no":0,"yes":4}}"#))
        await client.shutdown()
    }

    @Test("Keeps unsent reads for the next report", arguments: [500, 503, 429, 408, 302, 0])
    func kept(status: Int) async throws {
        let failure: Wire = status == 0 ? "no HTTP\r\n\r\n" : .response(status)
        let stage = try stage(reports: failure, .response(202))
        defer { stage.server.stop() }
        let client = try meteredClient(stage)
        await client.start()
        _ = client.bool("on", default: false)
        await client.flush()
        _ = client.bool("on", default: false)
        await client.flush()
        #expect(reports(stage).map { $0.contains(#"{"on":{"no":0,"yes":1}}"#) } == [true, false])
        #expect(reports(stage).map { $0.contains(#"{"on":{"no":0,"yes":2}}"#) } == [false, true])
        #expect(client.diagnostics.recent.map(\.code) == ["eventsDelayed"])
        await client.shutdown()
        #expect(reports(stage).count == 2)
    }

    @Test("Drops and reports rejected reads", arguments: [400, 401, 403, 404, 413, 422])
    func refused(status: Int) async throws {
        let stage = try stage(reports: .response(status), .response(200))
        defer { stage.server.stop() }
        let client = try meteredClient(stage)
        await client.start()
        _ = client.bool("on", default: false)
        await client.flush()
        await client.flush()
        #expect(reports(stage).count == 1)
        #expect(
            client.diagnostics.recent.map(\.message) == [
                "Reads dropped: 1. The service rejected them with status \(status)."
            ])
        await client.shutdown()
    }

    @Test("Sends reads on entering the background and at shutdown, not offline")
    func flushing() async throws {
        let stage = try stage(reports: .response(200))
        defer { stage.server.stop() }
        let lifecycle = ManualLifecycle()
        let client = try meteredClient(stage, lifecycle: lifecycle)
        await client.start()
        _ = client.bool("on", default: false)
        lifecycle.move(to: .background)
        #expect(try await nextReport(stage).text.contains(#"{"on":{"no":0,"yes":1}}"#))
        lifecycle.move(to: .foreground)
        await client.until { $0.mode == .online }
        await client.setOnline(false)
        _ = client.bool("on", default: false)
        await client.flush()
        #expect(reports(stage).count == 1)
        await client.setOnline(true)
        await client.shutdown()
        #expect(reports(stage).count == 2)
        #expect(reports(stage).last?.contains(#"{"on":{"no":0,"yes":1}}"#) == true)
    }

    @Test("Reports reads of one client while another client is offline")
    func oneOffline() async throws {
        let stage = try stage(reports: .response(200))
        defer { stage.server.stop() }
        let provider = try stage.provider { options in
            options.sendsMetrics = true
            options.refreshInterval = .zero
        }
        let online = stage.client(provider)
        let offline = stage.client(provider, for: .user("bob"))
        await online.start()
        await offline.start()
        await offline.setOnline(false)
        _ = online.bool("on", default: false)
        await online.flush()
        #expect(reports(stage).count == 1)
        await online.setOnline(false)
        _ = online.bool("on", default: false)
        await online.flush()
        #expect(reports(stage).count == 1)
        await online.shutdown()
        await offline.shutdown()
        #expect(reports(stage).count == 1)
    }

    @Test("Sends nothing if turned off, without consent, or without reads")
    func silence() async throws {
        let stage = try stage(reports: .response(200))
        defer { stage.server.stop() }
        for (isOff, hasConsent, reads) in [(true, true, 1), (false, false, 1), (false, true, 0)] {
            let client = try meteredClient(stage) { $0.sendsMetrics = !isOff }
            client.setEventsEnabled(hasConsent)
            await client.start()
            for _ in 0..<reads { _ = client.bool("on", default: false) }
            await client.flush()
            await client.shutdown()
        }
        #expect(reports(stage) == [])
    }

    @Test("Uses its own URL, and sends only on a flush if the interval is zero")
    func ownURL() async throws {
        let stage = try stage(reports: .response(200))
        defer { stage.server.stop() }
        let client = try meteredClient(stage) { options in
            options.metricsUrl = stage.server.url("/own/metrics?tenant=7")
            options.metricsInterval = .zero
        }
        await client.start()
        _ = client.bool("on", default: false)
        #expect(stage.time.sleeperCount <= 1)
        stage.time.advance(by: .seconds(3600))
        await client.flush()
        #expect(try await nextReport(stage).target == "/own/metrics?tenant=7")
        #expect(reports(stage).count == 1)
        await client.shutdown()
    }

    @Test("Reports every read exactly once during concurrent use")
    func sums() async throws {
        let count = Lock(0)
        let stage = try UnleashStage { request in
            guard request.target.contains("metrics") else { return [.send(Self.flags)] }
            // Every third report fails.
            return [
                .send(
                    .response(
                        count.withLock {
                            $0 += 1; return $0
                        } % 3 == 0 ? 503 : 200))
            ]
        }
        defer { stage.server.stop() }
        let client = try meteredClient(stage)
        await client.start()
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<250 {
                        _ = client.bool("on", default: false)
                        _ = client.string("variant", default: "")
                        if task == 0, round % 10 == 0 { await client.flush() }
                        if task == 1, round % 50 == 0 { await client.setContext(.user("user\(round)")) }
                    }
                }
            }
        }
        // At most one of two consecutive reports fails.
        for _ in 1...2 { await client.flush() }
        await client.shutdown()
        var sums: [String: Int64] = [:]
        for (number, report) in stage.server.requests.filter({ $0.target.contains("metrics") }).enumerated()
        where (number + 1) % 3 != 0 {
            guard case .object(let toggles)? = try JSONReader().read(report.body)["bucket"]?["toggles"] else {
                continue
            }
            for (name, toggle) in toggles {
                sums[name, default: 0] += toggle["yes"].flatMap(Int64.init(flagValue:)) ?? 0
                sums[name + " no", default: 0] += toggle["no"].flatMap(Int64.init(flagValue:)) ?? 0
                sums[name + " b", default: 0] += toggle["variants"]?["b"].flatMap(Int64.init(flagValue:)) ?? 0
            }
        }
        #expect(
            sums == ["on": 2000, "on no": 0, "on b": 0, "variant": 2000, "variant no": 0, "variant b": 2000])
    }
}
