// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardSupport
import HalyardUnleashClient
import HostileServer
import TestSupport
import Testing

/// An Unleash server that does what a test says, a clock that stands still, and clients of the two.
struct ClientStage {
    let server: HostileServer
    let time = ManualTime()
    let store = InMemoryFlagStore()

    /// Makes a stage whose server answers every request with these steps.
    init(_ answer: @escaping @Sendable (RecordedRequest) -> [Step]) throws {
        server = try HostileServer(answering: answer)
    }

    /// Makes a stage whose server gives these answers to requests for flags, the last one again and again, and takes every
    /// report of metrics.
    init(_ answers: Wire...) throws {
        let answers = InTurn(answers)
        try self.init { request in
            if request.isMetrics { return [.send(.response(200))] }
            return [.send(answers.next())]
        }
    }

    /// Returns when exactly one poller waits for its next turn; one that was overtaken may take a moment to end.
    func untilOnePoller() async {
        await until { time.sleeperCount == 1 }
    }

    /// Stops a client that waits for its next turn, and returns when nothing waits any more.
    func stop(_ client: UnleashClient) async {
        await time.awaitSleepers()
        client.stop()
        await until { time.sleeperCount == 0 }
    }

    var url: String { server.url("/api/frontend") }

    var dependencies: UnleashClientDependencies {
        var dependencies = UnleashClientDependencies()
        dependencies.time = time
        dependencies.random = SeededRandom(seed: 1)
        dependencies.store = store
        return dependencies
    }

    /// A client with a fixed session id, and without metrics unless they are asked for.
    func client(
        refreshInterval: Int = 15, metricsInterval: Int = 30, disableMetrics: Bool = true,
        context: [String: String]? = nil,
        poller: Poller? = nil, session: sending any PollerSession = Poller.sharedSession(),
        customHeaders: [String: String] = [:],
        customHeadersProvider: sending any CustomHeadersProvider = DefaultCustomHeadersProvider(),
        bootstrap: Bootstrap = .toggles([]), storage: sending (any StorageProvider)? = nil
    ) -> UnleashClient {
        UnleashClient(
            unleashUrl: url, clientKey: "key", refreshInterval: refreshInterval, metricsInterval: metricsInterval,
            disableMetrics: disableMetrics, appName: "test", context: context ?? ["sessionId": "4711"], poller: poller,
            pollerSession: session, customHeaders: customHeaders, customHeadersProvider: customHeadersProvider,
            bootstrap: bootstrap, storageProvider: storage, dependencies: dependencies)
    }
}

extension Wire {
    /// An answer of the Frontend API with some toggles that are on.
    static func toggles(_ names: String..., tag: String? = nil) -> Wire {
        let toggles = names.map { #"{"name":"\#($0)","enabled":true}"# }.joined(separator: ",")
        return .flags(#"{"toggles":[\#(toggles)]}"#, tag: tag)
    }
}

extension RecordedRequest {
    var isMetrics: Bool { target.contains("/client/metrics") }
}
