// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardOFREP
import HostileServer
import Testing
import TestSupport

@Suite("OFREP on-demand contexts")
struct OFREPOnDemandTests {
    /// Returns a stage whose flag key is the targeting key, and whose server responds 304 to an ETag.
    private func stage() throws -> OFREPStage {
        try OFREPStage { request in
            if request.value(of: "If-None-Match") != nil { return [.send(.response(304))] }
            let key = request.text.split(separator: "\"").dropLast().last.map(String.init) ?? ""
            return [.send(.on(key, tag: "\"\(key)\""))]
        }
    }

    @Test("Fetches and confirms the flags of each context separately")
    func answers() async throws {
        let stage = try stage()
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider(), at: stage.time)
        #expect(await client.start() == .ready)
        for _ in 1...2 {
            for user in ["bob", "eve"] {
                let view = await client.snapshot(for: .user(user), within: .seconds(60))
                #expect(view.allFlags == [user: true])
                #expect(view.state.status == .ready)
            }
        }
        #expect(client.allFlags == ["ann": true])
        stage.time.advance(by: .seconds(60))
        #expect(await client.snapshot(for: .user("bob"), within: .seconds(60)).allFlags == ["bob": true])
        await client.shutdown()
        #expect(
            stage.server.requests.map { "\($0.text) \($0.value(of: "If-None-Match") ?? "-")" } == [
                #"{"context":{"targetingKey":"ann"}} -"#, #"{"context":{"targetingKey":"bob"}} -"#,
                #"{"context":{"targetingKey":"eve"}} -"#, #"{"context":{"targetingKey":"bob"}} "bob""#,
            ])
    }

    @Test("Reports the failure, and keeps the client's own flags", arguments: [403, 500])
    func failed(status: Int) async throws {
        let stage = try OFREPStage { request in
            [.send(request.text.contains("ann") ? .on("ann") : .response(status))]
        }
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider(), at: stage.time)
        #expect(await client.start() == .ready)
        let view = await client.snapshot(for: .user("bob"), within: .seconds(60))
        let error =
            status == 403
            ? FlagError(
                .providerFatal,
                "\(stage.origin) responded with status 403. Set a valid \"bearer\" or \"apiKey\".")
            : FlagError(.general, "\(stage.origin) responded with status 500.")
        #expect(view.state.error == error)
        #expect(!view.bool("ann", default: false))
        #expect(client.allFlags == ["ann": true])
        #expect(client.status == .ready)
        await client.shutdown()
    }

    @Test("Applies a pause to the requests of all contexts")
    func pause() async throws {
        let stage = try OFREPStage { request in
            [.send(request.text.contains("bob") ? .response(429, ["Retry-After: 100"]) : .on("a"))]
        }
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        #expect(await client.start() == .ready)
        let bob = await client.snapshot(for: .user("bob"), within: .seconds(60))
        #expect(bob.state.error == FlagError(.general, "\(stage.origin) responded with status 429."))
        // The snapshot fails immediately, although the caller would wait for 60 seconds.
        stage.time.advance(by: .milliseconds(99_999))
        let eve = await client.snapshot(for: .user("eve"), within: .seconds(60))
        #expect(
            eve.state.error
                == FlagError(
                    .general, "\(stage.origin) requested a pause. Next request in 0.001 seconds."))
        #expect(stage.server.requests.count == 2)
        stage.time.advance(by: .milliseconds(1))
        #expect(await client.snapshot(for: .user("dan"), within: .seconds(60)).allFlags == ["a": true])
        #expect(stage.server.requests.count == 3)
        await client.shutdown()
    }
}
