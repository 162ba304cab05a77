// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import HalyardUnleashClient
import HostileServer
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The call sites in the table of `FromUnleashClient.md`.
@Suite("UnleashClient: call sites of the Unleash Swift client")
struct CallSiteTests {
    private func server() throws -> HostileServer {
        try HostileServer { request in
            request.method == "POST"
                ? [.send(.response(202))] : [.send(.flags(#"{"toggles":[{"name":"a","enabled":true}]}"#))]
        }
    }

    @Test("Creates clients with the initializers of the Unleash Swift client")
    func clients() throws {
        let server = try server()
        defer { server.stop() }
        let url = server.url("/api/frontend")
        let fields: [String: String]? = nil
        let poller: Poller? = nil
        let clients: [UnleashClientBase] = [
            UnleashClientBase(unleashUrl: url, clientKey: "key"),
            UnleashClient(unleashUrl: url, clientKey: "key", refreshInterval: 15, context: fields),
            UnleashClient(
                unleashUrl: url, clientKey: "key", refreshInterval: 15, metricsInterval: 30, disableMetrics: true,
                appName: "shop", environment: "default", context: fields, pollerSession: URLSession.shared,
                poller: poller, customHeaders: [:], customHeadersProvider: DefaultCustomHeadersProvider(),
                bootstrap: .toggles([])),
            UnleashClient(
                unleashUrl: url, clientKey: "key", context: ["userId": "ann"], pollerSession: URLSession.shared),
            HalyardUnleashClient.UnleashClient(
                unleashUrl: url, clientKey: "key", bootstrap: .jsonFile(path: "/none.json")),
        ]
        #expect(clients.map { $0.context.userId } == [nil, nil, nil, "ann", nil])
    }

    @Test("Sets and updates contexts like the Unleash Swift client")
    func contexts() async throws {
        let server = try server()
        defer { server.stop() }
        let unleash = UnleashClient(
            unleashUrl: server.url("/api/frontend"), clientKey: "key", disableMetrics: true,
            context: ["userId": "ann", "sessionId": "1"])
        let properties: [String: String]? = ["plan": "gold"]
        let other = UnleashClientBase(
            unleashUrl: server.url("/api/frontend"), clientKey: "key", context: ["userId": "bob", "plan": "free"])
        unleash.context = other.context
        #expect(unleash.context.toMap()["userId"] == "bob")
        #expect(server.requests.isEmpty)
        await withCheckedContinuation { continuation in
            unleash.updateContext(context: ["userId": "carol"], properties: properties) { _ in continuation.resume() }
        }
        #expect(try await server.nextRequest().target.contains("userId=carol"))
        // A polling client fetches immediately for its new context.
        unleash.context = other.context
        #expect(try await server.nextRequest().target.contains("userId=bob"))
        try await unleash.updateContext(context: ["userId": "dave"], properties: nil)
        unleash.stop()
    }

    @Test("Starts pollers and reads their flags like the Unleash Swift client")
    func pollers() async throws {
        let server = try server()
        defer { server.stop() }
        let url = try #require(URL(string: server.url("/api/frontend")))
        let poller = Poller(
            refreshInterval: 0, unleashUrl: url, apiKey: "key", session: URLSession.shared,
            storageProvider: DictionaryStorageProvider(), customHeaders: [:],
            customHeadersProvider: DefaultCustomHeadersProvider(), bootstrap: .toggles([]), appName: "shop",
            connectionId: UUID())
        let context = UnleashClientBase(unleashUrl: url.absoluteString, clientKey: "key").context
        let error = await withCheckedContinuation { continuation in
            poller.start(bootstrapping: [Toggle(name: "b", enabled: true)], context: context) { error in
                continuation.resume(returning: error)
            }
        }
        #expect(error == nil)
        #expect(poller.getFeature(name: "b")?.enabled == true)
        poller.stop()
        poller.start(context: context)
        _ = try await server.nextRequest()
        poller.stop()
    }

    @Test("Starts, reads, and subscribes like the Unleash Swift client")
    func reads() async throws {
        let server = try server()
        defer { server.stop() }
        let unleash = UnleashClient(
            unleashUrl: server.url("/api/frontend"), clientKey: "key", disableMetrics: true)
        let (readies, ready) = AsyncStream.makeStream(of: String.self)
        unleash.subscribe(.ready) { ready.yield("ready") }
        unleash.subscribe(.impression) { (payload: Any?) in ready.yield("\(payload is ImpressionEvent)") }
        unleash.subscribe(name: "error") { ready.yield("error") }
        unleash.unsubscribe(name: "error")
        unleash.start(bootstrap: .toggles([]), true) { error in if let error { ready.yield("\(error)") } }
        for await word in readies {
            #expect(word == "ready")
            break
        }
        #expect(unleash.isEnabled(name: "a"))
        #expect(unleash.getVariant(name: "a").name == "disabled")
        unleash.unsubscribe(.ready)
        try await unleash.start()
        unleash.stop()
    }

    @Test("Has exactly the events of the Unleash Swift client")
    func events() {
        let words = UnleashEvent.allCases.map { event in
            switch event {
            case .ready: "ready"
            case .update: "update"
            case .sent: "sent"
            case .error: "error"
            case .impression: "impression"
            }
        }
        #expect(words == ["ready", "update", "sent", "error", "impression"])
    }
}
