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

/// A scripted Unleash server, a manual clock, and clients that use both.
struct ClientStage {
    let server: HostileServer
    let time = ManualTime()
    let store = InMemoryFlagStore()

    /// Creates a stage whose server responds to each request with the steps that `answer` returns.
    init(_ answer: @escaping @Sendable (RecordedRequest) -> [Step]) throws {
        server = try HostileServer(answering: answer)
    }

    /// Creates a stage whose server sends the given responses to flag requests, and repeats the last one.
    ///
    /// The server accepts every metrics report.
    init(_ answers: Wire...) throws {
        let answers = InTurn(answers)
        try self.init { request in
            if request.isMetrics { return [.send(.response(200))] }
            return [.send(answers.next())]
        }
    }

    /// Returns when exactly one poller is sleeping.
    ///
    /// A replaced poller might need some time to end.
    func untilOnePoller() async {
        await until { time.sleeperCount == 1 }
    }

    /// Stops a client that is waiting for its next poll, and returns when nothing is sleeping anymore.
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

    /// Returns a client with a fixed session ID, and without metrics unless the test turns them on.
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
    /// Returns a Frontend API response with enabled toggles.
    static func toggles(_ names: String..., tag: String? = nil) -> Wire {
        let toggles = names.map { #"{"name":"\#($0)","enabled":true}"# }.joined(separator: ",")
        return .flags(#"{"toggles":[\#(toggles)]}"#, tag: tag)
    }
}

extension RecordedRequest {
    var isMetrics: Bool { target.contains("/client/metrics") }
}
