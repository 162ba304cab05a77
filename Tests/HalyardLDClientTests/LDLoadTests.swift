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

/// Many tasks that call everything concurrently, with a fixed number of rounds so that sanitizers can run the tests.
@Suite("LDClient: load")
struct LDLoadTests {
    private static let (tasks, rounds) = (8, 25)

    @Test("Calls each completion once, and reports each read once")
    func everything() async throws {
        let stage = try UserStage { _ in Step.flags(#"{"on":{"value":true,"variation":0,"version":1}}"#) }
        defer { stage.server.stop() }
        let client = try await stage.started()
        let completions = Recorder<String>()
        let complete: @Sendable (String) -> Void = { completions.add($0) }
        let owner = Owner()
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<Self.tasks {
                group.addTask {
                    for round in 0..<Self.rounds {
                        let name = "\(task)-\(round)"
                        client.identify(user: .plain(name)) { complete("identify \(name)") }
                        client.identify(user: .plain(name), timeout: 1) { _ in complete("result \(name)") }
                        client.setOnline(round % 2 == 0) { complete("online \(name)") }
                        client.observeAll(owner: owner) { _ in }.cancel()
                        client.observe(key: "on", owner: owner) { _ in }
                        _ = client.variation(forKey: "on", defaultValue: false)
                        _ = client.variationDetail(forKey: name, defaultValue: 1)
                        _ = (client.allFlags, client.getConnectionInformation(), client.isInitialized)
                        try? client.track(key: name)
                        if round == 20 { client.stopObserving(owner: owner) }
                        await Task.yield()
                    }
                }
            }
        }
        // Delayed switches to online finish, and the last user's flags arrive.
        let last = Recorder<Void>()
        client.setOnline(true) { last.add() }
        await until(moving: stage.time, by: .seconds(30)) { last.count != 0 && client.isOnline }
        let expected = Self.tasks * Self.rounds
        await until(moving: stage.time, by: .seconds(1)) { completions.count >= 3 * expected }
        #expect(completions.count == 3 * expected && Set(completions.all).count == 3 * expected)
        client.close()
        await until(moving: stage.time, by: .milliseconds(10)) { Self.reads(stage) >= 2 * expected }
        #expect(Self.reads(stage) == 2 * expected)
        withExtendedLifetime(owner) {}
    }

    /// Returns the sum of all reported counters, with each payload counted once.
    private static func reads(_ stage: UserStage) -> Int {
        var seen: Set<String> = []
        var sum = 0
        for post in stage.server.requests where post.isAboutEvents {
            guard seen.insert(post.value(of: "X-LaunchDarkly-Payload-ID") ?? "").inserted,
                case .array(let events)? = try? JSONReader().read(post.body)
            else { continue }
            for event in events {
                guard case .object(let features)? = event["features"] else { continue }
                for feature in features.values {
                    guard case .array(let counters)? = feature["counters"] else { continue }
                    for counter in counters { if case .int(let count)? = counter["count"] { sum += Int(count) } }
                }
            }
        }
        return sum
    }

    @Test("Calls each completion of concurrent starts and closes once")
    func startsAndCloses() async throws {
        let stage = try UserStage { _ in Step.flags("{}") }
        defer { stage.end() }
        let completions = Recorder<Bool>()
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<4 {
                group.addTask {
                    for round in 0..<10 {
                        stage.registry.start(
                            config: stage.config(), user: .plain("\(task)"), within: round % 2 == 0 ? .zero : nil
                        ) { completions.add($0) }
                        if round % 3 == 0 { stage.registry.get()?.close() }
                        await Task.yield()
                    }
                }
            }
        }
        stage.registry.get()?.close()
        await until { completions.count >= 40 }
        #expect(completions.count == 40)
    }
}
