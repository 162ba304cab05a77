// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import HTTPTypes
import Halyard
import HalyardUnleashClient
import Testing

@testable import FlagServer

@Suite(.timeLimit(.minutes(2))) struct UnleashTests {
    @Test("Serves the values and variants of 200 flags")
    func agreement() async throws {
        let text = JSONWriter.text(SampleFlags.document)
        let provider = FileFlagProvider(.text(text), formats: BootstrapFormat.served)
        try await FlagService.of(provider).serve { server async throws in
            let app = try await server.vendorClient(server.unleash)
            for expected in SampleFlags.all {
                let details = app.details(of: FlagKey(expected.key, default: FlagValue.null))
                if expected.value == false {
                    // Unleash omits flags that are off.
                    #expect(!app.bool(expected.key, default: true))
                    #expect(details.reason == .disabled)
                    continue
                }
                #expect(details.value == true)
                #expect(details.variant == expected.variant)
                switch expected.value {
                case .int(let number): #expect(app.int(expected.key, default: 0) == Int(number))
                case .double(let number): #expect(app.double(expected.key, default: 0) == number)
                case .string(let text): #expect(app.string(expected.key, default: "") == text)
                case .object(let members): #expect(app.dictionary(expected.key, default: [:]) == members)
                case .array(let elements): #expect(app.array(expected.key, default: []) == elements)
                case .bool, .null: break
                }
            }
            await app.shutdown()
        }
    }

    @Test("Serves changes and overrides with the next poll")
    func liveChanges() async throws {
        let provider = InMemoryFlagProvider(["limit": 1])
        let service = FlagService.of(provider)
        try await service.serve { server async throws in
            let app = try await server.vendorClient(server.unleash)
            let limit = FlagKey("limit", default: 0)
            provider.set("limit", 2)
            await app.waits(for: limit, toBe: 2)
            try await service.override("limit", 7)
            await app.waits(for: limit, toBe: 7)
            await app.shutdown()
        }
    }

    @Test("Counts reads by flag from metrics")
    func reads() async throws {
        let service = FlagService.of(["a": true, "off": false])
        try await service.serve { server async throws in
            let app = try await server.vendorClient(server.unleash)
            for _ in 0..<3 { _ = app.bool("a", default: false) }
            _ = app.bool("off", default: true)
            await app.flush()
            #expect(service.reads.all.mapValues(\.count) == ["a": 3, "off": 1])
            await app.shutdown()
        }
    }

    @Test("Serves flags, variants, and payloads to UnleashClient")
    func facade() async throws {
        try await FlagService.of(["new-nav": true, "off": false, "limit": 3]).serve { server async throws in
            let client = UnleashClientBase(
                unleashUrl: server.url + "/api/proxy", clientKey: "key", context: ["userId": "ada"])
            try await client.start()
            #expect(client.isEnabled(name: "new-nav"))
            #expect(!client.isEnabled(name: "off"))
            #expect(!client.isEnabled(name: "unknown"))
            #expect(
                client.getVariant(name: "limit")
                    == Variant(
                        name: "default", enabled: true, featureEnabled: true,
                        payload: Payload(type: "number", value: "3")))
            #expect(client.getVariant(name: "off").name == "disabled")
            client.stop()
        }
    }

    @Test("Serves flags in Unleash's format")
    func wire() async throws {
        let provider = InMemoryFlagProvider(definitions: [
            "on": .init(true), "off": .init(false), "none": .init(.null),
            "text": .init(variants: ["b": "x"], defaultVariant: "b"),
        ])
        try await FlagService.of(provider).serve { server async throws in
            let expected: FlagValue = [
                "toggles": [
                    [
                        "name": "on", "enabled": true, "impressionData": false,
                        "variant": ["name": "default", "enabled": true, "feature_enabled": true],
                    ],
                    [
                        "name": "text", "enabled": true, "impressionData": false,
                        "variant": [
                            "name": "b", "enabled": true, "feature_enabled": true,
                            "payload": ["type": "string", "value": "x"],
                        ],
                    ],
                ]
            ]
            #expect(try await server.json(.get, "/api/frontend") == expected)
            #expect(try await server.json(.post, "/api/frontend", #"{"context": {}}"#) == expected)
        }
    }

    @Test("Responds with 304 for an ETag or a weakened ETag")
    func tags() async throws {
        let service = FlagService.of(["a": true])
        try await service.serve { server async throws in
            let tag = try #require(try await server.send(.get, "/api/frontend").headers[.eTag])
            for known in [tag, "W/" + tag, "\"other\", " + tag] {
                let response = try await server.send(.get, "/api/frontend", headers: [.ifNoneMatch: known])
                #expect(response.status == .notModified)
                #expect(response.headers[.eTag] == tag)
                #expect(response.body.readableBytes == 0)
            }
            try await service.override("a", false)
            #expect(try await server.send(.get, "/api/frontend", headers: [.ifNoneMatch: tag]).status == .ok)
        }
    }

    @Test("Rejects invalid metrics, and ignores unknown ones")
    func brokenMetrics() async throws {
        let service = FlagService.of(["a": true])
        try await service.serve { server async throws in
            let path = "/api/frontend/client/metrics"
            for body in ["", "[]", "{", "7"] {
                #expect(try await server.send(.post, path, body).status == .badRequest)
            }
            for body in [#"{"bucket": null}"#, #"{"bucket": {"toggles": {"a": {"yes": "x", "no": -3}, "b": 1}}}"#] {
                #expect(try await server.send(.post, path, body).status == .accepted)
            }
            #expect(service.reads.all.isEmpty)
            #expect(try await server.send(.post, "/api/frontend/client/register", "{}").status == .accepted)
        }
    }
}
