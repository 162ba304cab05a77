// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLDClient
import HalyardSupport
import HostileServer

/// A check that the calls of the LaunchDarkly drop-in client have immediate effects, with a real disk and a real clock.
enum DropInRaces {
    /// The number of failures by kind.
    private struct Bad {
        var counts: [String: Int] = [:]
        mutating func note(_ kind: String, _ isRight: Bool) { if !isRight { counts[kind, default: 0] += 1 } }
    }

    /// Goes offline and online, changes the user and the configuration, and restarts the client.
    ///
    /// Returns the failures.
    static func run(_ rounds: Int) async throws -> [String] {
        let server = try HostileServer { request in
            request.target.contains("/mobile/events")
                ? [.send(.response(202))]
                : [.send(.response(200, body: Wire(Array(#"{"on":{"value":true,"version":1}}"#.utf8))))]
        }
        defer { server.stop() }
        let folder = FileManager.default.temporaryDirectory.appending(path: "halyard-soak-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var bad = Bad()
        for round in 1...rounds {
            try await runRound(round, server, folder.appending(path: "\(round)").path(percentEncoded: false), &bad)
        }
        print("soak: \(rounds) rounds of the LaunchDarkly drop-in client: \(bad.counts.values.reduce(0, +)) bad")
        return bad.counts.sorted { $0.key < $1.key }.map { "LaunchDarkly drop-in client, \($0.value) times: \($0.key)" }
    }

    private static func runRound(
        _ round: Int, _ server: HostileServer, _ folder: String, _ bad: inout Bad
    ) async throws {
        let registry = LDClient.makeRegistry(LDClientDependencies(folder: folder))
        let user = LDUser(key: "a", device: "d", operatingSystem: "o")
        await withCheckedContinuation { continuation in
            registry.start(config: config(server), user: user) { _ in continuation.resume() }
        }
        guard let client = registry.get() else { return bad.note("no client", false) }
        let isOn = { registry.get()?.variation(forKey: "on", defaultValue: false) == true }
        bad.note("no flag after the start", isOn())
        await withCheckedContinuation { continuation in client.setOnline(false) { continuation.resume() } }
        try client.track(key: "offline-\(round)")
        client.flush()
        client.identify(user: LDUser(key: "b", device: "d", operatingSystem: "o"))
        client.identify(user: user)
        bad.note("no flag after another user and back", isOn())
        var other = config(server)
        other.eventCapacity = 50
        client.config = other
        bad.note("no flag with another configuration", isOn())
        client.close()
        other.startOnline = false
        registry.start(config: other, user: user, completion: nil)
        bad.note("no flag after a close and a start offline", isOn())
        try registry.get()?.track(key: "online-\(round)")
        // The event remains on the disk until a client with this key is online.
        bad.note("sent while offline", !server.requests.contains { $0.text.contains(#""key":"offline-\#(round)""#) })
        registry.get()?.setOnline(true)
        bad.note("not online", registry.get()?.isOnline == true)
        registry.get()?.flush()
        bad.note("not sent within a second of going online", try await arrives("online-\(round)", at: server))
        registry.get()?.close()
    }

    private static func config(_ server: HostileServer) -> LDConfig {
        var config = LDConfig(mobileKey: "mob")
        let url = URL(string: server.url("")) ?? config.baseUrl
        (config.baseUrl, config.streamUrl, config.eventsUrl) = (url, url, url)
        config.streamingMode = .polling
        config.diagnosticOptOut = true
        return config
    }

    /// Returns whether an event arrives within a second.
    private static func arrives(_ key: String, at server: HostileServer) async throws -> Bool {
        let time = SystemTime()
        let end = time.uptime + .seconds(1)
        while time.uptime < end {
            if server.requests.contains(where: { $0.text.contains("\"key\":\"\(key)\"") }) { return true }
            try await time.sleep(for: .milliseconds(2))
        }
        return false
    }
}
