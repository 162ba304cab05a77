// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HTTPTypes
import Halyard
import HummingbirdTesting
import Testing

@testable import FlagServer

@Suite(.timeLimit(.minutes(2))) struct OFREPTests {
    private static let all = "/ofrep/v1/evaluate/flags"
    private static let ada = #"{"context": {"targetingKey": "ada"}}"#

    private static let provider = InMemoryFlagProvider(definitions: [
        "broken": .init(error: FlagError(.parseError, "The rule cannot be read.")),
        "none": .init(.null), "off": .init(variants: ["a": 1], defaultVariant: "a", isDisabled: true),
        "a/b é": .init(
            variants: ["dark": ["columns": 2]], defaultVariant: "dark", metadata: ["owner": "nav", "tags": []]),
    ])

    @Test("Serves all flags with the URL of the event stream")
    func wire() async throws {
        try await FlagService.of(Self.provider).serve { server async throws in
            #expect(
                try await server.json(.post, Self.all, Self.ada) == [
                    "flags": [
                        [
                            "key": "a/b é", "value": ["columns": 2], "variant": "dark", "reason": "STATIC",
                            "metadata": ["owner": "nav"],
                        ],
                        ["key": "broken", "errorCode": "PARSE_ERROR", "errorDetails": "The rule cannot be read."],
                        ["key": "none", "variant": "default", "reason": "DEFAULT", "metadata": [:]],
                        ["key": "off", "variant": "", "reason": "DISABLED", "metadata": [:]],
                    ],
                    "eventStreams": [["type": "sse", "endpoint": ["requestUri": "/ofrep/v1/events"]]],
                ])
        }
    }

    @Test("Serves and counts one flag, and reports failed and unknown flags")
    func oneFlag() async throws {
        let service = FlagService.of(Self.provider)
        try await service.serve { server async throws in
            for path in ["/a/b%20%C3%A9", "/a%2Fb%20%C3%A9"] {
                #expect(try await server.json(.post, Self.all + path, Self.ada)["variant"] == "dark")
            }
            #expect(service.reads.all["a/b é"]?.count == 2)
            let broken = try await server.send(.post, Self.all + "/broken", Self.ada)
            #expect(broken.status == .badRequest)
            #expect(String(buffer: broken.body).contains("PARSE_ERROR"))
            let unknown = try await server.send(.post, Self.all + "/nope", Self.ada)
            #expect(unknown.status == .notFound)
            #expect(String(buffer: unknown.body).contains("FLAG_NOT_FOUND"))
        }
    }

    @Test("Keeps each slash of a flag key in the path")
    func slashes() async throws {
        try await FlagService.of(["a/b": 1, "a//b": 2, "a/": 3]).serve { server async throws in
            for (path, value) in [("/a/b", 1), ("/a//b", 2), ("/a/", 3), ("/a%2F%2Fb", 2)] as [(String, FlagValue)] {
                #expect(try await server.json(.post, Self.all + path, Self.ada)["value"] == value)
            }
            #expect(try await server.send(.post, Self.all + "/a///b", Self.ada).status == .notFound)
        }
    }

    @Test(
        "Rejects an invalid request with an error code",
        arguments: [
            ("", "PARSE_ERROR"), ("{", "PARSE_ERROR"), (#"{"context": []}"#, "INVALID_CONTEXT"),
            (#"{"context": null}"#, "INVALID_CONTEXT"),
        ])
    func brokenRequests(body: String, code: String) async throws {
        try await FlagService.of(Self.provider).serve { server async throws in
            for path in [Self.all, Self.all + "/off"] {
                let response = try await server.send(.post, path, body)
                #expect(response.status == .badRequest)
                #expect(try JSONReader().read(String(buffer: response.body))["errorCode"] == .string(code))
            }
        }
    }

    @Test("Responds with 304 until the flags change")
    func tags() async throws {
        let service = FlagService.of(["a": true])
        try await service.serve { server async throws in
            let tag = try #require(try await server.send(.post, Self.all, Self.ada).headers[.eTag])
            let known: HTTPFields = [.ifNoneMatch: tag]
            #expect(try await server.send(.post, Self.all, Self.ada, headers: known).status == .notModified)
            try await service.override("a", false)
            #expect(try await server.send(.post, Self.all, Self.ada, headers: known).status == .ok)
        }
    }

    @Test("Streams one notification for each change")
    func stream() async throws {
        let service = FlagService.of(["a": true])
        try await service.serve { server async throws in
            let request = "GET /ofrep/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n"
            try await withConnection(to: server.port, sending: request) { answer in
                // The server sends this comment after its first look at the flags.
                try await answer.read(until: ":\n")
                #expect(answer.text.contains("text/event-stream"))
                #expect(!answer.text.contains("refetchEvaluation"))
                try await service.override("a", false)
                try await answer.read(until: "refetchEvaluation")
                #expect(answer.text.contains("event: message\ndata: {\"type\":\"refetchEvaluation\"}\n\n"))
            }
        }
    }

    @Test("Responds with 503 in every protocol when there are no flags")
    func notReady() async throws {
        try await FlagService.of(FileFlagProvider(.text("no flags"))).serve { server async throws in
            #expect(try await server.send(.post, Self.all, Self.ada).status == .serviceUnavailable)
            #expect(try await server.send(.get, "/api/frontend").status == .serviceUnavailable)
            #expect(try await server.send(.report, "/msdk/evalx/user", #"{"key":"a"}"#).status == .serviceUnavailable)
            #expect(try await server.send(.get, "/openfeature/v0/manifest").status == .serviceUnavailable)
        }
    }

    @Test("Serves the values, variants, and reasons of 200 flags")
    func agreement() async throws {
        let text = JSONWriter.text(SampleFlags.document)
        let provider = FileFlagProvider(.text(text), formats: BootstrapFormat.served)
        try await FlagService.of(provider).serve { server async throws in
            let app = try await server.vendorClient(server.ofrep)
            SampleFlags.expectAll(in: app)
            await app.shutdown()
        }
    }

    @Test("Streams changes to an app, and serves errors and disabled flags")
    func liveChanges() async throws {
        let service = FlagService.of(Self.provider)
        try await service.serve { server async throws in
            let app = try await server.vendorClient(server.ofrep)
            #expect(app.details(of: FlagKey("broken", default: 1)).error?.code == .parseError)
            #expect(app.details(of: FlagKey("off", default: 9)).reason == .disabled)
            let columns = FlagKey("a/b é", default: FlagValue.null)
            #expect(app[columns] == ["columns": 2])
            try await service.override("a/b é", ["columns": 3])
            await app.waits(for: columns, toBe: ["columns": 3])
            try await service.override("a/b é", nil)
            await app.waits(for: columns, toBe: ["columns": 2])
            await app.shutdown()
        }
    }
}
