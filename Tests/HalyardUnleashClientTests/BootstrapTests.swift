// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardUnleashClient
import HostileServer
import Testing
import TestSupport

@Suite("UnleashClient: bootstrap")
struct ClientBootstrapTests {
    private static let list = Bootstrap.toggles([
        Toggle(name: "Foo", enabled: true),
        Toggle(
            name: "Bar", enabled: true,
            variant: Variant(
                name: "bar", enabled: true, featureEnabled: true, payload: Payload(type: "string", value: "baz"))),
        Toggle(name: "Off", enabled: false, variant: Variant(name: "bar", enabled: true, featureEnabled: true)),
    ])

    @Test("Reports an unreadable bootstrap file and fetches flags at the start")
    func unreadable() async throws {
        let stage = try ClientStage(.toggles("a"))
        defer { stage.server.stop() }
        let files = InMemoryFileSystem(["/list.json": "[]", "/text.json": "{"])
        for (path, message) in [
            ("/missing.json", "The file can't be read: No such file or directory."),
            ("/list.json", "The file doesn't contain a response of the Frontend API."),
            ("/text.json", "The file doesn't contain a response of the Frontend API."),
        ] {
            var dependencies = stage.dependencies
            dependencies.files = files
            let client = UnleashClient(
                unleashUrl: stage.url, clientKey: "key", context: ["sessionId": "1"],
                bootstrap: .jsonFile(path: path), dependencies: dependencies)
            #expect(
                client.halyard.diagnostics.recent == [
                    Diagnostic(
                        "bootstrapUnusable", .error, location: .init(file: path),
                        message + " No flags are bootstrapped.",
                        suggestion:
                            #"Use a file such as {"toggles": [{"name": "new-nav", "enabled": true}]}."#)
                ])
            let error = await client.startFailure(bootstrap: .jsonFile(path))
            #expect(error == nil)
            #expect(client.isEnabled(name: "a"))
        }
    }

    @Test("Serves the valid toggles of a bootstrap file with mistakes")
    func mistakes() throws {
        let text = #"{"toggles": [{"name": "good", "enabled": true, "later": 1}, {"name": "bad"}, 7]}"#
        var dependencies = UnleashClientDependencies()
        dependencies.files = InMemoryFileSystem(["/flags.json": text])
        dependencies.store = InMemoryFlagStore()
        let client = UnleashClient(
            unleashUrl: "http://127.0.0.1:1/", clientKey: "key", bootstrap: .jsonFile("/flags.json"),
            dependencies: dependencies)
        #expect(client.halyard.diagnostics.recent.map(\.location?.pointer) == ["/toggles/1", "/toggles/2"])
        #expect(client.isEnabled(name: "good"))
        #expect(!client.isEnabled(name: "bad"))
        #expect(client.halyard.diagnostics.recent.last?.code == "unknownFlag")
    }

    @Test("Serves flags given to the initializer until the first fetch")
    func atInit() async throws {
        let gate = Gate()
        let stage = try ClientStage { _ in [.wait(gate), .send(.toggles("a"))] }
        defer { stage.server.stop() }
        let client = stage.client(bootstrap: Self.list)
        #expect(client.isEnabled(name: "Foo"))
        #expect(
            client.getVariant(name: "Bar")
                == Variant(
                    name: "bar", enabled: true, featureEnabled: true, payload: Payload(type: "string", value: "baz")))
        #expect(client.getVariant(name: "Off") == Variant(name: "disabled", enabled: false, featureEnabled: false))
        let heard = Heard(client, .ready, .update)
        client.start(completionHandler: heard.completion("start"))
        _ = try await stage.server.nextRequest()
        #expect(client.isEnabled(name: "Foo"))
        await client.settle()
        #expect(heard.lines.isEmpty)
        gate.open()
        #expect(await heard.next() == "ready")
        #expect(await heard.next() == "start nil")
        // The fetched flags replace the bootstrapped flags entirely.
        #expect(!client.isEnabled(name: "Foo"))
        #expect(!client.getVariant(name: "Bar").enabled)
        #expect(client.isEnabled(name: "a"))
    }

    @Test("Keeps bootstrapped flags when a fetch fails")
    func keptOnFailure() async throws {
        let stage = try ClientStage(.response(500))
        defer { stage.server.stop() }
        let client = stage.client(bootstrap: Self.list)
        let error = await client.startFailure()
        #expect(error == .network)
        #expect(client.isEnabled(name: "Foo"))
    }

    @Test("Delays the first fetch by the interval when started with a bootstrap")
    func atStart() async throws {
        let stage = try ClientStage(.toggles("a"))
        defer { stage.server.stop() }
        let client = stage.client()
        let error = await client.startFailure(bootstrap: Self.list)
        #expect(error == nil)
        #expect(client.isEnabled(name: "Foo"))
        let heard = Heard(client, .ready)
        await stage.time.awaitSleeper(for: .seconds(15))
        stage.time.advance(by: .milliseconds(14_999))
        #expect(stage.time.rests.contains(.milliseconds(1)))
        #expect(stage.server.requests.isEmpty)
        stage.time.advance(by: .milliseconds(1))
        #expect(await heard.next() == "ready")
        #expect(!client.isEnabled(name: "Foo"))
        #expect(stage.server.requests.count == 1)
    }

    @Test("Fetches immediately when started with a bootstrap and interval 0")
    func atStartWithoutInterval() async throws {
        let stage = try ClientStage(.toggles("a"))
        defer { stage.server.stop() }
        let client = stage.client(refreshInterval: 0)
        let heard = Heard(client, .ready)
        let error = await client.startFailure(bootstrap: Self.list)
        #expect(error == nil)
        #expect(await heard.next() == "ready")
        #expect(client.isEnabled(name: "a"))
        #expect(!client.isEnabled(name: "Foo"))
    }

    @Test("Forgets the ETag of fetched flags when a bootstrap replaces them")
    func tagOfReplacedFlags() async throws {
        let stage = try ClientStage(.toggles("a", tag: "\"1\""), .toggles("b", tag: "\"2\""))
        defer { stage.server.stop() }
        let client = stage.client()
        let first = await client.startFailure()
        #expect(first == nil)
        await stage.stop(client)
        let heard = Heard(client, .update)
        let second = await client.startFailure(bootstrap: Self.list)
        #expect(second == nil)
        #expect(client.isEnabled(name: "Foo"))
        #expect(!client.isEnabled(name: "a"))
        // The client might still be waiting for its store, which also has a time limit.
        await stage.time.awaitSleeper(for: .seconds(15))
        stage.time.advance(by: .seconds(15))
        #expect(await heard.next() == "update")
        #expect(stage.server.requests.map { $0.values(of: "If-None-Match") } == [[], []])
        #expect(client.isEnabled(name: "b"))
    }

    @Test("Removes bootstrapped flags, but not fetched flags, on a context update")
    func removedByUpdate() async throws {
        let gate = Gate()
        let count = Lock(0)
        let stage = try ClientStage { _ in
            let number = count.withLock { count -> Int in
                count += 1
                return count
            }
            return number == 1 ? [.send(.toggles("a"))] : [.wait(gate), .send(.toggles("b"))]
        }
        defer { stage.server.stop() }
        let client = stage.client(bootstrap: Self.list)
        #expect(client.isEnabled(name: "Foo"))
        client.updateContext(context: ["userId": "ann"], completionHandler: nil)
        #expect(!client.isEnabled(name: "Foo"))
        let fetched = Heard(client, .ready)
        #expect(await fetched.next() == "ready")
        #expect(client.isEnabled(name: "a"))
        let heard = Heard()
        client.updateContext(context: ["userId": "bob"], completionHandler: heard.completion("update"))
        #expect(client.isEnabled(name: "a"))
        gate.open()
        #expect(await heard.next() == "update nil")
        #expect(!client.isEnabled(name: "a"))
        #expect(client.isEnabled(name: "b"))
    }

    @Test("Removes bootstrapped flags even if a context update changes nothing")
    func removedByEqualUpdate() throws {
        let stage = try ClientStage { _ in [.stall] }
        defer { stage.server.stop() }
        let client = stage.client()
        client.start(bootstrap: Self.list, completionHandler: nil)
        #expect(client.isEnabled(name: "Foo"))
        client.updateContext(context: [:], completionHandler: nil)
        #expect(!client.isEnabled(name: "Foo"))
    }

    @Test("Prefers a bootstrap given at the start, then the poller's bootstrap")
    func poller() async throws {
        let stage = try ClientStage { _ in [.stall] }
        defer { stage.server.stop() }
        let poller = Poller(
            unleashUrl: stage.url, apiKey: "key", bootstrap: .toggles([Toggle(name: "Poller", enabled: true)]))
        let client = stage.client(poller: poller, bootstrap: Self.list)
        #expect(client.isEnabled(name: "Poller"))
        #expect(!client.isEnabled(name: "Foo"))
        client.start(bootstrap: Self.list, completionHandler: nil)
        #expect(client.isEnabled(name: "Foo"))
    }
}
