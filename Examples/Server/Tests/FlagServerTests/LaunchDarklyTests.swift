// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import HTTPTypes
import Halyard
import HalyardLDClient
import Testing

@testable import FlagServer

@Suite(.timeLimit(.minutes(2))) struct LaunchDarklyTests {
    @Test("Serves the values, variants, and reasons of 200 flags")
    func agreement() async throws {
        let text = JSONWriter.text(SampleFlags.document)
        let provider = FileFlagProvider(.text(text), formats: BootstrapFormat.served)
        try await FlagService.of(provider).serve { server async throws in
            let app = try await server.vendorClient(server.launchDarkly)
            SampleFlags.expectAll(in: app)
            await app.shutdown()
        }
    }

    @Test("Evaluates a file of LaunchDarkly rules for each context")
    func rules() async throws {
        let text = #"""
            {"flags": {"new-nav": {"version": 4, "on": true, "variations": [true, false],
              "rules": [{"id": "gold", "variation": 0, "clauses": [{"attribute": "plan", "op": "in", "values": ["gold"]}]}],
              "fallthrough": {"variation": 1}}}, "segments": {}}
            """#
        let provider = FileFlagProvider(.text(text), formats: BootstrapFormat.served)
        try await FlagService.of(provider).serve { server async throws in
            for (plan, variant) in [("gold", "0"), ("free", "1")] {
                let app = try await server.vendorClient(
                    server.launchDarkly, context: .user("ada", ["plan": .string(plan)]))
                let details = app.details(of: FlagKey("new-nav", default: false))
                #expect(details.value == (plan == "gold") && details.variant == variant && details.version == 4)
                #expect(details.reason == (plan == "gold" ? .targetingMatch : .default))
                await app.shutdown()
            }
        }
    }

    @Test("Serves only the rules' flags that are available to mobile apps")
    func availability() async throws {
        func flag(_ availability: String) -> String {
            #"{"on": true, "variations": [7], "fallthrough": {"variation": 0}\#(availability)}"#
        }
        let text = #"""
            {"flags": {"a": \#(flag("")), "b": \#(flag(#", "clientSideAvailability": {"usingMobileKey": true}"#)),
              "c": \#(flag(#", "clientSideAvailability": {"usingEnvironmentId": true}"#))}, "segments": {}}
            """#
        let provider = FileFlagProvider(.text(text), formats: BootstrapFormat.served)
        try await FlagService.of(provider).serve { server async throws in
            let app = try await server.vendorClient(server.launchDarkly)
            #expect(app.allFlags == ["a": 7, "b": 7])
            await app.shutdown()
            // Other protocols have no such setting.
            let other = try await server.vendorClient(server.ofrep)
            #expect(other.allFlags == ["a": 7, "b": 7, "c": 7])
            await other.shutdown()
        }
    }

    @Test("Streams changes, removals, and overrides to a client")
    func liveChanges() async throws {
        let provider = InMemoryFlagProvider(["limit": 1, "gone": true])
        let service = FlagService.of(provider)
        try await service.serve { server async throws in
            let app = try await server.vendorClient(server.launchDarkly)
            let limit = FlagKey("limit", default: 0)
            #expect(app[limit] == 1)
            provider.set("limit", 2)
            await app.waits(for: limit, toBe: 2)
            try await service.override("limit", 7)
            await app.waits(for: limit, toBe: 7)
            try await service.override("limit", nil)
            await app.waits(for: limit, toBe: 2)
            provider.set("gone", nil)
            await app.waits(for: FlagKey("gone", default: false), toBe: false)
            #expect(app.details(of: FlagKey("gone", default: false)).error?.code == .flagNotFound)
            await app.shutdown()
        }
    }

    @Test("Counts reads by flag from summary events")
    func reads() async throws {
        let service = FlagService.of(["a": true, "b": 1])
        try await service.serve { server async throws in
            let app = try await server.vendorClient(server.launchDarkly)
            for _ in 0..<3 { _ = app.bool("a", default: false) }
            _ = app.int("b", default: 0)
            _ = app.bool("unknown", default: false)
            await app.flush()
            #expect(service.reads.all.mapValues(\.count) == ["a": 3, "b": 1, "unknown": 1])
            await app.shutdown()
        }
    }

    /// The owner of an observation.
    private final class Owner: Sendable {}

    @Test("Serves flags by REPORT and changes to LDClient")
    func facade() async throws {
        let provider = InMemoryFlagProvider(["theme": "light", "limit": 3])
        try await FlagService.of(provider).serve { server async throws in
            var config = LDConfig(mobileKey: "mob")
            let url = try #require(URL(string: server.url))
            (config.baseUrl, config.streamUrl, config.eventsUrl) = (url, url, url)
            (config.useReport, config.maxCachedUsers) = (true, 0)
            let (config_, user) = (config, LDUser(key: "ada"))
            let timedOut = await withCheckedContinuation { continuation in
                LDClient.start(config: config_, user: user, startWaitSeconds: 60) { continuation.resume(returning: $0) }
            }
            #expect(!timedOut)
            let client = try #require(LDClient.get())
            #expect(client.variation(forKey: "theme", defaultValue: "none") == "light")
            #expect(client.variation(forKey: "limit", defaultValue: 0) == 3)
            #expect(client.variation(forKey: "unknown", defaultValue: true))
            let (changes, change) = AsyncStream.makeStream(of: Void.self)
            let owner = Owner()
            let observation = client.observe(key: "theme", owner: owner) { _ in change.yield() }
            provider.set("theme", "dark")
            for await _ in changes { break }
            #expect(client.variation(forKey: "theme", defaultValue: "none") == "dark")
            withExtendedLifetime((owner, observation)) {}
            client.close()
        }
    }

    @Test("Serves flags with an ETag by GET and REPORT", arguments: ["contexts", "users"])
    func polling(kind: String) async throws {
        let service = FlagService.of(["a": true])
        try await service.serve { server async throws in
            let context = kind == "users" ? #"{"key":"ü"}"# : #"{"kind":"user","key":"ü"}"#
            let base64 = Data(context.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            for path in [base64, base64.replacing("=", with: ""), base64.replacing("=", with: "%3D")] {
                let flags = try await server.json(.get, "/msdk/evalx/\(kind)/\(path)")
                #expect(flags["a"]?["value"] == true)
                #expect(flags["a"]?["reason"] == nil)
            }
            let get = try await server.send(.get, "/msdk/evalx/\(kind)/\(base64)?withReasons=true")
            let body = try JSONReader().read(String(buffer: get.body))
            #expect(body["a"]?["reason"] == ["kind": "FALLTHROUGH"])
            let tag = try #require(get.headers[.eTag])
            let path = "/msdk/evalx/\(kind)/\(base64)?withReasons=true"
            #expect(try await server.send(.get, path, headers: [.ifNoneMatch: tag]).status == .notModified)
            try await service.override("a", false)
            #expect(try await server.send(.get, path, headers: [.ifNoneMatch: tag]).status == .ok)
            try await service.override("a", nil)
            // The flags have the same content again, although their versions are greater.
            #expect(try await server.send(.get, path, headers: [.ifNoneMatch: tag]).status == .notModified)
            let singular = String(kind.dropLast())
            #expect(try await server.json(.report, "/msdk/evalx/\(singular)", context)["a"]?["value"] == true)
        }
    }

    @Test(
        "Rejects an invalid context",
        arguments: ["%25", "bm8ganNvbg", "W10", "eyJraW5kIjoidXNlciJ9"])
    func brokenIdentities(path: String) async throws {
        try await FlagService.of(["a": true]).serve { server async throws in
            #expect(try await server.send(.get, "/msdk/evalx/contexts/\(path)").status == .badRequest)
            #expect(try await server.send(.get, "/meval/\(path)").status == .badRequest)
        }
    }

    @Test("Rejects invalid events, and ignores unknown ones")
    func brokenEvents() async throws {
        let service = FlagService.of(["a": true])
        try await service.serve { server async throws in
            #expect(try await server.send(.post, "/mobile/events/bulk", "{}").status == .badRequest)
            #expect(try await server.send(.post, "/mobile/events/bulk", "[").status == .badRequest)
            let odd = """
                [1, {"kind": "summary"}, {"kind": "summary", "features": {"a": {"counters": [{"count": "x"}, {"count": -5},
                {"count": 9223372036854775807}, {"count": 1}]}, "b": {"counters": 3}}}, {"kind": "feature", "key": "a"}]
                """
            #expect(try await server.send(.post, "/mobile/events/bulk", odd).status == .accepted)
            #expect(service.reads.all["b"] == nil)
            #expect(try await server.send(.post, "/mobile/events/diagnostic", "{}").status == .accepted)
        }
    }

    @Test("Ends a stream when the server shuts down")
    func shutdown() async throws {
        let service = FlagService.of(["a": true])
        let (texts, seen) = AsyncStream.makeStream(of: String.self)
        try await service.serve { server async throws in
            let port = server.port
            let (opened, open) = AsyncStream.makeStream(of: Void.self)
            Task {
                let head = "REPORT /meval HTTP/1.1\r\nHost: localhost\r\nContent-Length: 11\r\n\r\n"
                try await withConnection(to: port, sending: head + #"{"key":"a"}"#) { answer in
                    try await answer.read(until: "event: put")
                    open.yield()
                    try await answer.read()
                    seen.yield(answer.text)
                }
            }
            for await _ in opened { break }
        }
        for await text in texts {
            #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(text.contains("text/event-stream"))
            break
        }
    }
}
