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

/// A LaunchDarkly service that a test controls, and a device with an app's clients.
package struct ServiceStage<Client: AnyObject & Sendable>: Sendable {
    package let server: HostileServer
    package let time = ManualTime()
    package let store: any FlagStore
    package let lifecycle = ManualLifecycle()
    package let reachability = ManualReachability()
    package let registry: ClientRegistry<Client>

    /// Creates a stage.
    ///
    /// - Parameters:
    ///   - makeRegistry: A closure that creates the registry of clients.
    ///   - store: The device's store. For another launch of the same app, pass the store of the previous stage.
    ///   - change: A closure that changes the clients' dependencies.
    ///   - events: The steps of the service for requests with events.
    ///   - answer: A closure that returns the steps of the service for polls and streams.
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

    /// Sets all three URLs to the service's URL, and selects polling without diagnostic events.
    package func aim(_ options: inout LDCommonOptions) {
        let url = URL(string: server.url("")) ?? options.baseUrl
        (options.baseUrl, options.streamUrl, options.eventsUrl) = (url, url, url)
        options.streamingMode = .polling
        options.diagnosticOptOut = true
        // Tests advance the clock by minutes, and requests must not time out because of that.
        options.connectionTimeout = 1e9
    }

    /// Returns the client of the primary environment.
    package func primary() throws -> Client { try #require(registry.get()) }

    /// The requests for flags so far.
    package var asked: [RecordedRequest] { server.requests.filter { !$0.isAboutEvents } }

    /// Waits for a number of requests with events, and returns all of them in order.
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

/// Calls a function with a completion, and waits for the completion.
package func completed(_ body: (@escaping @Sendable () -> Void) -> Void) async {
    await withCheckedContinuation { continuation in body { continuation.resume() } }
}

extension RecordedRequest {
    package var isAboutEvents: Bool { target.contains("/mobile/events") }
}
