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

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A session that isn't thread-safe, as in the vendor documentation.
private class ModifyingSession: PollerSession {
    private var count = 0

    func perform(
        _ request: URLRequest, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) {
        count += 1
        var modified = request
        modified.setValue("request \(count)", forHTTPHeaderField: "X-Count")
        let session = URLSession(configuration: .default)
        session.dataTask(with: modified, completionHandler: completionHandler).resume()
        session.finishTasksAndInvalidate()
    }
}

/// A session that responds immediately on the caller's thread, and twice, as a careless session might.
private class Mock: PollerSession {
    let status: Int
    let body: String
    let heard: Heard

    init(status: Int = 200, body: String, heard: Heard = Heard()) {
        self.status = status
        self.body = body
        self.heard = heard
    }

    func perform(
        _ request: URLRequest, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) {
        let line = "\(request.httpMethod ?? "") \(request.url?.absoluteString ?? "") "
        heard.add(line + "\(request.value(forHTTPHeaderField: "Authorization") ?? "")")
        let response = request.url.flatMap {
            HTTPURLResponse(url: $0, statusCode: status, httpVersion: nil, headerFields: nil)
        }
        completionHandler(Data(body.utf8), response, nil)
        completionHandler(nil, nil, URLError(.cancelled))
    }
}

/// A session that responds with a status and without data.
private struct Dataless: PollerSession {
    let status: Int

    func perform(
        _ request: URLRequest, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) {
        let response = request.url.flatMap {
            HTTPURLResponse(url: $0, statusCode: status, httpVersion: nil, headerFields: nil)
        }
        completionHandler(nil, response, nil)
    }
}

/// A session that never responds.
private struct Silent: PollerSession {
    func perform(_ request: URLRequest, completionHandler: @escaping (Data?, URLResponse?, (any Error)?) -> Void) {}
}

/// A session that completes without an HTTP response.
private struct Odd: PollerSession {
    let error: (any Error)?

    func perform(_ request: URLRequest, completionHandler: @escaping (Data?, URLResponse?, (any Error)?) -> Void) {
        completionHandler(Data(), nil, error)
    }
}

@Suite("UnleashClient: pollers and sessions")
struct PollerTests {
    @Test("Fails a fetch when the session returns no usable response")
    func uselessSessions() async throws {
        let stage = try ClientStage(.toggles("a"))
        defer { stage.server.stop() }
        let odd = stage.client(session: Odd(error: nil))
        #expect(await odd.startFailure() == .noResponse)
        let failing = stage.client(session: Odd(error: URLError(.timedOut)))
        #expect(await failing.startFailure() == .noResponse)
        let silent = stage.client(session: Silent())
        let heard = Heard()
        silent.start(completionHandler: heard.completion("start"))
        await stage.time.awaitSleepers()
        // Other sleepers might come first. A minute is long enough for a request to time out.
        await until(moving: stage.time, by: .seconds(60)) { !heard.lines.isEmpty }
        #expect(heard.lines == ["start noResponse"])
        #expect(stage.server.requests.isEmpty)
        for client in [odd, failing, silent] { client.stop() }
    }

    @Test(
        "Ignores a response without data, and reports only error statuses",
        arguments: [(200, nil), (204, nil), (304, nil), (404, PollerError.network), (500, .network)])
    func responseWithoutData(status: Int, expected: PollerError?) async throws {
        let stage = try ClientStage(.toggles("never"))
        defer { stage.server.stop() }
        let client = stage.client(
            disableMetrics: false, session: Dataless(status: status),
            bootstrap: .toggles([Toggle(name: "first", enabled: true)]))
        let heard = Heard(client, .ready, .update, .error, .sent)
        #expect(await client.startFailure() == expected)
        #expect(client.isEnabled(name: "first"))
        await client.halyard.flush()
        await client.settle()
        // For a metrics report, only the status of the same response counts.
        let reports = [200: "sent", 204: "sent", 304: "error unhandledStatusCode"]
        #expect(heard.lines == [reports[status] ?? "error network"])
        client.stop()
    }

    @Test("Uses the first response when a session responds immediately and twice")
    func synchronousSession() async throws {
        let stage = try ClientStage(.toggles("never"))
        defer { stage.server.stop() }
        let heard = Heard()
        let client = stage.client(
            disableMetrics: false,
            session: Mock(body: #"{"toggles":[{"name":"mock","enabled":true}]}"#, heard: heard))
        #expect(await client.startFailure() == nil)
        #expect(client.isEnabled(name: "mock"))
        await client.halyard.flush()
        let query = "?appName=test&environment=default&sessionId=4711"
        #expect(heard.lines == ["GET \(stage.url)\(query) key", "POST \(stage.url)/client/metrics key"])
        #expect(stage.server.requests.isEmpty)
        client.stop()
    }

    @Test("Sends every request, including metrics, through a custom session")
    func customSession() async throws {
        let stage = try ClientStage(.toggles("a"))
        defer { stage.server.stop() }
        let client = stage.client(disableMetrics: false, session: ModifyingSession())
        #expect(await client.startFailure() == nil)
        _ = client.isEnabled(name: "a")
        await client.halyard.flush()
        #expect(stage.server.requests.map { $0.value(of: "X-Count") } == ["request 1", "request 2"])
        client.stop()
    }

    @Test("Ignores its own request settings and bootstrap if it has a poller")
    func customPoller() async throws {
        let stage = try ClientStage(.toggles("a"))
        defer { stage.server.stop() }
        let poller = Poller(
            refreshInterval: 5, unleashUrl: stage.url, apiKey: "pollers", customHeaders: ["X-Poller": "yes"],
            connectionId: "c")
        let client = stage.client(
            refreshInterval: 100, poller: poller, session: Silent(), customHeaders: ["X-Client": "no"],
            customHeadersProvider: Fixed(), bootstrap: .toggles([Toggle(name: "own", enabled: true)]))
        #expect(!client.isEnabled(name: "own"))
        let heard = Heard()
        client.start(completionHandler: heard.completion("start"))
        #expect(await heard.next() == "start nil")
        let request = try await stage.server.nextRequest()
        #expect(request.values(of: "X-Client") + request.values(of: "X-Fixed") == [])
        #expect(request.value(of: "X-Poller") == "yes")
        #expect(request.value(of: "Authorization") == "pollers")
        #expect(request.value(of: "unleash-connection-id") == "c")
        await stage.time.awaitSleepers()
        stage.time.advance(by: .seconds(5))
        _ = try await stage.server.nextRequest()
        #expect(poller.getFeature(name: "a") == Toggle(name: "a", enabled: true))
        poller.stop()
        client.stop()
    }

    @Test("Sends metrics to its own URL if it has a poller")
    func metricsBesideAPoller() async throws {
        let stage = try ClientStage(.toggles("a"))
        let other = try ClientStage(.toggles("b"))
        defer {
            stage.server.stop()
            other.server.stop()
        }
        let poller = Poller(unleashUrl: other.url, apiKey: "pollers")
        let client = stage.client(disableMetrics: false, poller: poller)
        #expect(await client.startFailure() == nil)
        #expect(client.isEnabled(name: "b"))
        await client.halyard.flush()
        #expect(stage.server.requests.map(\.target) == ["/api/frontend/client/metrics"])
        #expect(other.server.requests.map(\.method) == ["GET"])
        client.stop()
    }

    @Test("Ends the wait when a poller is deallocated during a fetch")
    func letGo() async throws {
        let stage = try ClientStage { _ in [.stall] }
        defer { stage.server.stop() }
        let heard = Heard()
        do {
            let poller = Poller(unleashUrl: stage.url, apiKey: "key")
            poller.start(
                context: Context(fields: ["sessionId": "1"]), completionHandler: heard.completion("start"))
            _ = try await stage.server.nextRequest()
        }
        #expect(await heard.next() == "start noResponse")
    }

    @Test("Fetches flags and serves a bootstrap as a standalone poller")
    func alone() async throws {
        let stage = try ClientStage(.toggles("a"))
        defer { stage.server.stop() }
        let url = try #require(URL(string: stage.url))
        let poller = Poller(
            refreshInterval: 0, unleashUrl: url, apiKey: "key",
            bootstrap: .toggles([Toggle(name: "first", enabled: true)]),
            appName: "alone", connectionId: UUID())
        #expect(poller.getFeature(name: "first")?.enabled == true)
        let heard = Heard()
        poller.start(
            context: Context(appName: "alone", fields: ["userId": "ann", "sessionId": "1"]),
            completionHandler: heard.completion("start"))
        #expect(await heard.next() == "start nil")
        #expect(poller.getFeature(name: "a")?.enabled == true)
        #expect(poller.getFeature(name: "first") == nil)
        poller.start(
            bootstrapping: .toggles([Toggle(name: "second", enabled: true)]),
            context: Context(appName: "alone", fields: ["userId": "ann", "sessionId": "1"]),
            completionHandler: heard.completion("again"))
        #expect(await heard.next() == "again nil")
        poller.stop()
        #expect(stage.server.requests.allSatisfy { $0.target == "/api/frontend?appName=alone&userId=ann&sessionId=1" })
    }
}

/// A headers provider with one header field.
private struct Fixed: CustomHeadersProvider {
    func getCustomHeaders() -> [String: String] { ["X-Fixed": "no"] }
}
