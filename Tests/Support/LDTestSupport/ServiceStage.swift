// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
package import Halyard
package import HalyardLDEngine
import HalyardSupport
package import HostileServer
import TestSupport
import Testing

/// A LaunchDarkly service that does what a test says, a device, and an app's clients on it.
package struct ServiceStage<Client: AnyObject & Sendable>: Sendable {
    package let server: HostileServer
    package let time = ManualTime()
    package let store: any FlagStore
    package let lifecycle = ManualLifecycle()
    package let reachability = ManualReachability()
    package let registry: ClientRegistry<Client>

    /// Makes a stage.
    ///
    /// - Parameters:
    ///   - makeRegistry: Where the clients are found.
    ///   - store: What the device keeps; that of another stage for the next launch of the same app.
    ///   - change: Makes the surroundings other ones.
    ///   - events: How the service takes events.
    ///   - answer: What it says to polls and streams.
    package init(
        _ makeRegistry: (LDClientDependencies) -> ClientRegistry<Client>, store: any FlagStore,
        _ change: (inout LDClientDependencies) -> Void, events: [Step],
        _ answer: @escaping @Sendable (RecordedRequest) -> [Step]
    ) throws {
        server = try HostileServer { request in request.isAboutEvents ? events : answer(request) }
        self.store = store
        var dependencies = LDClientDependencies(
            time: time, random: SeededRandom(seed: 1), lifecycle: lifecycle, reachability: reachability)
        dependencies.store = store
        dependencies.patience = .seconds(60)
        dependencies.eventFiles = (folder: "/events", files: InMemoryFileSystem())
        change(&dependencies)
        registry = makeRegistry(dependencies)
    }

    /// The addresses of the service, for all three purposes.
    package func aim(_ options: inout LDCommonOptions) {
        let url = URL(string: server.url("")) ?? options.baseUrl
        (options.baseUrl, options.streamUrl, options.eventsUrl) = (url, url, url)
        options.streamingMode = .polling
        options.diagnosticOptOut = true
        // Tests move the clock by minutes at once, and no request shall be lost to that.
        options.connectionTimeout = 1e9
    }

    /// The client of the primary environment.
    package func primary() throws -> Client { try #require(registry.get()) }

    /// The requests for flags so far.
    package var asked: [RecordedRequest] { server.requests.filter { !$0.isAboutEvents } }

    /// The events that were posted, in order, once there are so many posts.
    package func posts(_ count: Int) async throws -> [RecordedRequest] {
        await until { server.requests.count(where: \.isAboutEvents) >= count }
        let posts = server.requests.filter(\.isAboutEvents)
        try #require(posts.count >= count)
        return posts
    }
}

package final class Owner: Sendable {
    package init() {}
}

/// Calls something with a completion, and waits for that.
package func completed(_ body: (@escaping @Sendable () -> Void) -> Void) async {
    await withCheckedContinuation { continuation in body { continuation.resume() } }
}

extension RecordedRequest {
    package var isAboutEvents: Bool { target.contains("/mobile/events") }
}
