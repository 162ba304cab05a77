// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLDClient
import HalyardSupport
import HostileServer
import LDTestSupport
import TestSupport
import Testing

/// Changes between foreground and background, and of the network.
@Suite("LDClient: app lifecycle")
struct LDLifecycleTests {
    private static let flags = #"{"on":{"value":true,"version":1}}"#

    @Test("Pauses requests in the background, and resumes in the foreground")
    func background() async throws {
        let stage = try UserStage { _ in Step.flags(Self.flags) }
        defer { stage.end() }
        stage.lifecycle.move(to: .background)
        #expect(await stage.start())
        let client = try #require(stage.registry.get())
        #expect(client.isOnline)
        #expect(client.getConnectionInformation().currentConnectionMode == .offline)
        await completed { client.identify(user: .plain("b"), completion: $0) }
        #expect(stage.server.requests.isEmpty && client.isOnline)
        stage.lifecycle.move(to: .foreground)
        await until { client.variation(forKey: "on", defaultValue: false) }
        #expect(client.getConnectionInformation().currentConnectionMode == .polling)
        stage.lifecycle.move(to: .background)
        await until { client.getConnectionInformation().currentConnectionMode == .offline }
        #expect(client.isOnline && client.variation(forKey: "on", defaultValue: false))
    }

    @Test("Stays offline if set online in the background without updates")
    func onlineInBackground() async throws {
        let stage = try UserStage { _ in Step.flags(Self.flags) }
        defer { stage.end() }
        let client = try await stage.started(stage.config { $0.startOnline = false })
        stage.lifecycle.move(to: .background)
        await completed { client.setOnline(true, completion: $0) }
        #expect(!client.isOnline && client.isInitialized)
        stage.lifecycle.move(to: .foreground)
        await completed { client.identify(user: .plain("b"), completion: $0) }
        #expect(!client.isOnline && stage.server.requests.isEmpty)
        await completed { client.setOnline(true, completion: $0) }
        #expect(client.isOnline)
        await until { client.variation(forKey: "on", defaultValue: false) }
    }

    @Test("Polls at the background interval if background updates are enabled")
    func backgroundUpdates() async throws {
        let stage = try UserStage { _ in Step.flags(Self.flags) }
        defer { stage.end() }
        stage.lifecycle.move(to: .background)
        let config = stage.config {
            $0.enableBackgroundUpdates = true
            $0.flagPollingInterval = 40
            $0.backgroundFlagPollingInterval = 1000
        }
        #expect(await stage.start(config) == false)
        #expect(stage.asked.count == 1)
        await until(moving: stage.time, by: .seconds(100)) { stage.asked.count >= 2 }
        #expect(stage.time.uptime >= .seconds(1000))
    }

    @Test("Reports offline without a network, and notifies observers of changes")
    func network() async throws {
        let stage = try UserStage { _ in Step.flags(Self.flags) }
        defer { stage.end() }
        let client = try await stage.started()
        let heard = Recorder<ConnectionInformation.ConnectionMode>()
        let owner = Owner()
        client.observeCurrentConnectionMode(owner: owner) { heard.add($0) }
        stage.reachability.set(false)
        await until { heard.all == [.offline] }
        #expect(client.getConnectionInformation().currentConnectionMode == .offline)
        #expect(client.isOnline && client.variation(forKey: "on", defaultValue: false))
        stage.reachability.set(true)
        await until { heard.all == [.offline, .polling] }
        withExtendedLifetime(owner) {}
    }
}
