// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardUnleash
import HostileServer
import TestSupport
import Testing

@Suite("Unleash flags for other contexts")
struct UnleashOnDemandTests {
    /// Returns a stage whose server names its flag after the user, and responds with 304 to an ETag.
    private func stage() throws -> UnleashStage {
        try UnleashStage { request in
            if request.value(of: "If-None-Match") != nil { return [.send(.response(304))] }
            let user = request.target.split(separator: "userId=").dropFirst().first?.prefix { $0 != "&" } ?? "nobody"
            return [.send(.toggles(String(user), tag: "\"\(user)\""))]
        }
    }

    @Test("Fetches each context once, and confirms its flags a minute later")
    func answers() async throws {
        let stage = try stage()
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider { $0.refreshInterval = .zero }, at: stage.time)
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
            stage.server.requests.map { "\($0.target) \($0.value(of: "If-None-Match") ?? "-")" } == [
                "/api/frontend?appName=halyard&environment=default&userId=ann&sessionId=4711 -",
                "/api/frontend?appName=halyard&environment=default&userId=bob&sessionId=4711 -",
                "/api/frontend?appName=halyard&environment=default&userId=eve&sessionId=4711 -",
                "/api/frontend?appName=halyard&environment=default&userId=bob&sessionId=4711 \"bob\"",
            ])
    }

    @Test("Creates and keeps a separate session ID for each context")
    func sessions() async throws {
        let stage = try stage()
        defer { stage.server.stop() }
        let provider = try stage.provider {
            $0.sessionId = nil
            $0.refreshInterval = .zero
        }
        let client = stage.client(provider, at: stage.time)
        #expect(await client.start() == .ready)
        _ = await client.snapshot(for: .user("bob"), within: .seconds(60))
        _ = await client.snapshot(for: .user("eve"), within: .seconds(60))
        stage.time.advance(by: .seconds(60))
        _ = await client.snapshot(for: .user("bob"), within: .seconds(60))
        await client.shutdown()
        let sessions = stage.server.requests.compactMap {
            $0.target.split(separator: "sessionId=").last.map(String.init)
        }
        #expect(sessions.count == 4 && Set(sessions).count == 3 && sessions[1] == sessions[3])
    }

    @Test("Reports a rejected request with a suggestion, and serves defaults")
    func refused() async throws {
        let answers = InTurn([Wire.toggles("ann"), .response(403)])
        let stage = try UnleashStage { _ in [.send(answers.next())] }
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider { $0.refreshInterval = .zero }, at: stage.time)
        #expect(await client.start() == .ready)
        let view = await client.snapshot(for: .user("bob"), within: .seconds(60))
        #expect(
            view.state.error
                == FlagError(.general, "\(stage.origin) responded with status 403. \(UnleashStage.frontendTokenAdvice)")
        )
        #expect(view.bool("ann", default: false) == false)
        #expect(client.bool("ann", default: false))
        await client.shutdown()
    }
}
