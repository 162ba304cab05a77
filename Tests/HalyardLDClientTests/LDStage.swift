// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLDClient
import HalyardLaunchDarkly
import HalyardSupport
import HostileServer

/// A LaunchDarkly service that does what a test says, a device, and an app's clients on it.
struct LDStage {
    let server: HostileServer
    let time = ManualTime()
    let store: any SnapshotStore
    let lifecycle = ManualLifecycle()
    let reachability = ManualReachability()
    let harbor: Harbor

    /// Makes a stage.
    ///
    /// - Parameters:
    ///   - store: What the device keeps; that of another stage for the next launch of the same app.
    ///   - change: Makes the surroundings other ones.
    ///   - events: How the service takes events.
    ///   - answer: What it says to polls and streams.
    init(
        store: any SnapshotStore = MemorySnapshotStore(), _ change: (inout LDSurroundings) -> Void = { _ in },
        events: [Step] = [.send(.response(202))], _ answer: @escaping @Sendable (RecordedRequest) -> [Step]
    ) throws {
        server = try HostileServer { request in request.isAboutEvents ? events : answer(request) }
        self.store = store
        var surroundings = LDSurroundings(
            time: time, random: SeededRandom(seed: 1), lifecycle: lifecycle, reachability: reachability)
        surroundings.store = store
        surroundings.patience = .seconds(60)
        surroundings.diagnostics = nil
        change(&surroundings)
        harbor = Harbor(surroundings)
    }

    /// A configuration for this service: polling, and no reports about the client.
    func config(_ change: (inout LDConfig) -> Void = { _ in }) -> LDConfig {
        var config = LDConfig(mobileKey: "mob")
        let url = URL(string: server.url("")) ?? config.baseUrl
        (config.baseUrl, config.streamUrl, config.eventsUrl) = (url, url, url)
        config.streamingMode = .polling
        config.diagnosticOptOut = true
        change(&config)
        return config
    }

    /// Starts, and waits for the completion.
    @discardableResult
    func start(_ config: LDConfig? = nil, _ user: LDUser = .plain("a")) async -> Bool {
        await withCheckedContinuation { continuation in
            harbor.start(config: config ?? self.config(), user: user) { continuation.resume(returning: $0) }
        }
    }

    /// The client of the primary environment after a start.
    func started(_ config: LDConfig? = nil, _ user: LDUser = .plain("a")) async throws -> LDClient {
        _ = await start(config, user)
        guard let client = harbor.get() else { throw Missing() }
        return client
    }

    private struct Missing: Error {}

    func end() {
        harbor.get()?.close()
        server.stop()
    }

    /// The requests for flags so far.
    var asked: [RecordedRequest] { server.requests.filter { !$0.isAboutEvents } }

    /// The events that were posted, in order, once there are so many posts.
    func posts(_ count: Int) async -> [RecordedRequest] {
        while true {
            let posts = server.requests.filter(\.isAboutEvents)
            if posts.count >= count { return posts }
            await Task.yield()
        }
    }

    /// Waits until something is so; the clock of a test has its own limit.
    func until(_ isSo: () -> Bool) async { while !isSo() { await Task.yield() } }
}

/// Counts, and keeps what it was told.
final class Told<Element: Sendable>: Sendable {
    private let state = Lock<[Element]>([])
    var all: [Element] { state.withLock { $0 } }
    var count: Int { all.count }
    func add(_ element: Element) { state.withLock { $0.append(element) } }
}

extension Told<Void> {
    func add() { add(()) }
}

final class Owner: Sendable {}

/// Calls something with a completion, and waits for that.
func completed(_ body: (@escaping @Sendable () -> Void) -> Void) async {
    await withCheckedContinuation { continuation in body { continuation.resume() } }
}

extension LDUser {
    /// A user of whom only the key, and a device that is not this one, are known.
    static func plain(_ key: String) -> LDUser { LDUser(key: key, device: "d", operatingSystem: "o") }
}

extension Step {
    static func flags(_ body: String, tag: String? = nil) -> [Step] {
        [.send(.response(200, tag.map { ["ETag: " + $0] } ?? [], body: Wire(Array(body.utf8))))]
    }
}

extension RecordedRequest {
    var isAboutEvents: Bool { target.contains("/mobile/events") }

    /// Request line, header lines in the order of their names, body; without the server's port and what the platform adds to
    /// every request.
    var transcript: [String] {
        let platform = ["Host:", "Accept-Encoding:", "Accept-Language:", "Connection:", "User-Agent:"]
        let lines = capitalizedHeaderLines.filter { line in !platform.contains { line.hasPrefix($0) } }
        return ["\(method) \(target)"] + lines.sorted() + (body.isEmpty ? [] : [text])
    }
}
