// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardUnleashClient
import HostileServer
import Testing

@Suite("UnleashClient: concurrent use")
struct ClientStressTests {
    @Test("Completes every concurrent update once and keeps the newest context")
    func stress() async throws {
        let stage = try ClientStage { request in
            if request.isMetrics { return [.send(.response(200))] }
            return [.send(.flags(#"{"toggles":[{"name":"a","enabled":true,"impressionData":true}]}"#))]
        }
        defer { stage.server.stop() }
        let client = stage.client(refreshInterval: 1, disableMetrics: false)
        let heard = Heard()
        client.start(completionHandler: nil)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for turn in 0..<50 {
                        _ = client.isEnabled(name: "a")
                        _ = client.getVariant(name: "b\(turn)")
                        if turn % 10 == 0 {
                            client.updateContext(context: ["userId": "\(task)-\(turn)"]) { _ in heard.add("completed") }
                        }
                        if turn % 5 == 0 { client.subscribe(.impression) { _ = client.isEnabled(name: "c") } }
                        if turn % 25 == 24 { client.unsubscribe(.impression) }
                        if turn % 20 == 0 { client.setContextField("turn", "\(turn)") }
                        _ = client.context.toMap()
                        await Task.yield()
                    }
                }
            }
        }
        let last = await client.updateFailure(context: ["userId": "last"])
        #expect(last == nil)
        await client.settle()
        #expect(heard.lines.count == 40)
        #expect(client.context.userId == "last")
        #expect(client.isEnabled(name: "a"))
        client.stop()
    }
}
