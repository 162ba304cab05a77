// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardOFREP
import HostileServer
import Testing
import TestSupport

@Suite("OFREP responses")
struct OFREPAnswerTests {
    /// Returns a started client whose server responded with a body.
    private func answered(
        _ body: String, _ change: @escaping (inout OFREPOptions) -> Void = { _ in },
        client changeClient: (inout FlagClient.Options) -> Void = { _ in }
    ) async throws -> FlagClient {
        let stage = try OFREPStage(.flags(body))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider(change), changeClient)
        #expect(await client.start() == .ready)
        return client
    }

    private func diagnostics(_ client: FlagClient) -> [String] { client.diagnostics.recent.map(\.description) }

    @Test("Serves the caller's default value for an absent or null value")
    func codeDefault() async throws {
        let client = try await answered(
            """
            {"flags":[{"key":"absent","reason":"DEFAULT"},
                      {"key":"null","value":null,"reason":"SPLIT","variant":"v","metadata":{"owner":"x"}},
                      {"key":"static","reason":"STATIC"},{"key":"bare"}]}
            """)
        #expect(
            client.details(of: FlagKey("absent", default: 7)).description == "absent = 7 (DEFAULT, network: ofrep)")
        let null = client.details(of: FlagKey("null", default: "mine"))
        #expect(null.description == "null = mine (v, SPLIT, network: ofrep)")
        #expect(null.metadata == ["owner": "x"])
        // STATIC and a missing reason don't describe a default value, so the reason is DEFAULT.
        #expect(
            client.details(of: FlagKey("static", default: true)).description
                == "static = true (DEFAULT, network: ofrep)"
        )
        #expect(client.details(of: FlagKey("bare", default: 1.5)).description == "bare = 1.5 (DEFAULT, network: ofrep)")
        for key in ["absent", "null", "static", "bare"] {
            #expect(client.details(of: FlagKey(key, default: true)).error == nil)
        }
        #expect(diagnostics(client) == [])
        await client.shutdown()
    }

    @Test("Keeps the reason DISABLED with a value, with null, and without a value")
    func disabled() async throws {
        let client = try await answered(
            """
            {"flags":[{"key":"goff","value":null,"variant":"","reason":"DISABLED"},{"key":"flagd","reason":"DISABLED"},
                      {"key":"valued","value":false,"reason":"DISABLED"}]}
            """)
        let details = ["goff", "flagd", "valued"].map { client.details(of: FlagKey($0, default: true)).description }
        #expect(
            details == [
                "goff = true (DISABLED, network: ofrep)", "flagd = true (DISABLED, network: ofrep)",
                "valued = false (DISABLED, network: ofrep)",
            ])
        await client.shutdown()
    }

    @Test("Reports a flag's error with its details, and serves other flags")
    func flagErrors() async throws {
        let client = try await answered(
            """
            {"flags":[{"key":"good","value":true},
                      {"key":"parse","errorCode":"PARSE_ERROR","errorDetails":"no such operator"},
                      {"key":"key","errorCode":"TARGETING_KEY_MISSING","errorDetails":"a key, please"},
                      {"key":"context","errorCode":"INVALID_CONTEXT","errorDetails":"odd"},
                      {"key":"general","errorCode":"GENERAL","errorDetails":"boom","metadata":{"owner":"x"}},
                      {"key":"bare","errorCode":"PARSE_ERROR"}]}
            """)
        #expect(client.details(of: FlagKey("good", default: false)).error == nil)
        #expect(client.bool("good", default: false))
        let expected: [String: FlagError] = [
            "parse": FlagError(.parseError, "no such operator"),
            "key": FlagError(.targetingKeyMissing, "a key, please"),
            "context": FlagError(.invalidContext, "odd"),
            "general": FlagError(.general, "boom"),
            "bare": FlagError(.parseError, "The server couldn't evaluate the flag."),
        ]
        for (key, error) in expected {
            let details = client.details(of: FlagKey(key, default: "mine"))
            #expect(details.value == "mine", "\(key)")
            #expect(details.reason == .error, "\(key)")
            #expect(details.error == error)
        }
        #expect(client.details(of: FlagKey("general", default: "mine")).metadata == ["owner": "x"])
        #expect(diagnostics(client) == [])
        #expect(client.status == .ready)
        await client.shutdown()
    }

    @Test(
        "Reports other error codes as GENERAL, with the code in the message",
        arguments: ["FLAG_CONFIG", "TYPE_MISMATCH", "PROVIDER_NOT_READY", "PROVIDER_FATAL", "general", "Ü"])
    func unknownCode(code: String) async throws {
        let client = try await answered(
            #"{"flags":[{"key":"a","errorCode":"\#(code)","errorDetails":"odd"},{"key":"b","value":1}]}"#)
        let details = client.details(of: FlagKey("a", default: 5))
        #expect(details.value == 5)
        #expect(details.error == FlagError(.general, "\(code): odd"))
        #expect(client.int("b", default: 0) == 1)
        await client.shutdown()
    }

    @Test("Treats a valid error code next to a value as an error")
    func codeBesideValue() async throws {
        let client = try await answered(
            """
            {"flags":[{"key":"a","value":true,"variant":"on","reason":"ERROR","errorCode":"GENERAL","errorDetails":"x"},
                      {"key":"b","value":true,"reason":"STATIC","errorCode":""},
                      {"key":"c","value":true,"reason":"STATIC","errorCode":null},
                      {"key":"d","value":true,"reason":"STATIC","errorCode":7}]}
            """)
        let details = client.details(of: FlagKey("a", default: false))
        #expect(!details.value)
        #expect(details.reason == .error)
        #expect(details.error == FlagError(.general, "x"))
        #expect(client.allFlags.filter { $0.key != "a" } == ["b": true, "c": true, "d": true])
        await client.shutdown()
    }

    @Test("Reports FLAG_NOT_FOUND for a missing flag, or serves it as off")
    func notListed() async throws {
        let body = #"{"flags":[{"key":"a","value":true},{"key":"gone","errorCode":"FLAG_NOT_FOUND"}]}"#
        let client = try await answered(body)
        for key in ["unlisted", "gone"] {
            let details = client.details(of: FlagKey(key, default: true))
            #expect(details.value)
            #expect(details.reason == .error)
            #expect(details.error?.code == .flagNotFound)
        }
        await client.shutdown()
        let off = try await answered(body) { $0.missingFlags = .off }
        #expect(
            off.details(of: FlagKey("unlisted", default: true)).description == "unlisted = false (DISABLED, default)")
        await off.shutdown()
        let empty = try await answered(#"{"flags":[]}"#)
        #expect(empty.details(of: FlagKey("a", default: true)).error?.code == .flagNotFound)
        await empty.shutdown()
    }

    @Test("Reports TYPE_MISMATCH, and serves 5 and 5.0 as either number type")
    func types() async throws {
        let client = try await answered(
            """
            {"flags":[{"key":"bool","value":true},{"key":"text","value":"x"},{"key":"five","value":5},
                      {"key":"whole","value":5.0},{"key":"half","value":5.5},{"key":"list","value":[1,"two",null]},
                      {"key":"object","value":{"a":{"b":[1.5]}}},{"key":"large","value":9007199254740993}]}
            """)
        #expect(client.details(of: FlagKey("text", default: true)).error?.code == .typeMismatch)
        #expect(client.details(of: FlagKey("bool", default: "x")).error?.code == .typeMismatch)
        #expect(client.details(of: FlagKey("bool", default: 1)).error?.code == .typeMismatch)
        #expect(client.details(of: FlagKey("half", default: 1)).error?.code == .typeMismatch)
        #expect(client.details(of: FlagKey("object", default: 1)).error?.code == .typeMismatch)
        #expect(client.double("five", default: 0) == 5)
        #expect(client.int("whole", default: 0) == 5)
        #expect(client.int("large", default: 0) == 9_007_199_254_740_993)
        #expect(client.allFlags["list"] == [1, "two", .null])
        #expect(client.allFlags["object"] == ["a": ["b": [1.5]]])
        await client.shutdown()
    }

    @Test("Accepts any reason, and missing reasons, variants, and metadata")
    func reasons() async throws {
        let client = try await answered(
            """
            {"flags":[{"key":"a","value":true,"reason":"TARGETING_MATCH_SPLIT","variant":"on","metadata":{}},
                      {"key":"b","value":true,"reason":"ünknown to all"},{"key":"c","value":true},
                      {"key":"d","value":true,"reason":null,"variant":null,"metadata":null},
                      {"key":"e","value":true,"reason":"","variant":""}],
             "metadata":null}
            """)
        let details = ["a", "b", "c", "d", "e"].map { client.details(of: FlagKey($0, default: false)).description }
        #expect(
            details == [
                "a = true (on, TARGETING_MATCH_SPLIT, network: ofrep)", "b = true (ünknown to all, network: ofrep)",
                "c = true (UNKNOWN, network: ofrep)", "d = true (UNKNOWN, network: ofrep)",
                "e = true (UNKNOWN, network: ofrep)",
            ])
        #expect(diagnostics(client) == [])
        await client.shutdown()
    }

    @Test("Reports invalid items and properties, and uses the last duplicate key")
    func tolerance() async throws {
        let client = try await answered(
            """
            {"flags":[7,null,"x",[],{"value":true},{"key":5,"value":true},{"key":null},
                      {"key":"twice","value":1},{"key":"twice","value":2},
                      {"key":"odd","value":true,"reason":5,"variant":["on"],"metadata":"none"},
                      {"key":"facts","value":true,"metadata":{"a":1,"b":null,"c":[1],"d":{"e":1},"f":"x","g":false,"h":1.5}},
                      {"key":"","value":"empty key"},{"key":"🏳️/ü","value":true}],"metadata":[1],"eventStreams":7}
            """)
        #expect(
            client.allFlags == ["twice": 2, "odd": true, "facts": true, "": "empty key", "🏳️/ü": true])
        #expect(
            client.details(of: FlagKey("odd", default: false)).description == "odd = true (UNKNOWN, network: ofrep)")
        #expect(
            client.details(of: FlagKey("facts", default: false)).metadata == ["a": 1, "f": "x", "g": false, "h": 1.5])
        let noKey = "The item has no key, so it was skipped. Add a string \"key\"."
        #expect(
            diagnostics(client) == [
                "warning: /flags/0: \(noKey)", "warning: /flags/1: \(noKey)", "warning: /flags/2: \(noKey)",
                "warning: /flags/3: \(noKey)", "warning: /flags/4: \(noKey)",
                "warning: /flags/5/key: The item has no key, so it was skipped. Set \"key\" to a string.",
                "warning: /flags/6: \(noKey)",
                "warning: /flags/9/reason: odd: Expected a string, found a number. It was ignored. "
                    + "Remove \"reason\", or change its value.",
                "warning: /flags/9/variant: odd: Expected a string, found an array. It was ignored. "
                    + "Remove \"variant\", or change its value.",
                "warning: /metadata: Metadata that isn't a Boolean, number, or string was left out (count: 4). This is the first.",
            ])
        await client.shutdown()
    }

    @Test("Reports the same diagnostics once when the response repeats")
    func diagnosticsOnce() async throws {
        let stage = try OFREPStage(.flags(#"{"flags":[7,{"key":"a","value":true}]}"#))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider { $0.pollInterval = .seconds(30) })
        #expect(await client.start() == .ready)
        for _ in 1...3 {
            _ = try await stage.server.nextRequest()
            await stage.pass(.seconds(30))
        }
        _ = try await stage.server.nextRequest()
        await stage.time.awaitSleepers()
        #expect(client.diagnostics.recent.count == 1)
        await client.shutdown()
    }

    @Test("Ignores unknown top-level properties")
    func unknownMembers() async throws {
        let client = try await answered(
            #"{"$schema":"x","flags":[{"key":"a","value":true,"cacheable":true}],"version":7,"cursor":{"next":null}}"#)
        #expect(client.allFlags == ["a": true])
        #expect(diagnostics(client) == [])
        await client.shutdown()
    }

    @Test("Adds the flag set's metadata to each flag and to telemetry events")
    func telemetry() async throws {
        let log = Recorder<TelemetryHook.Event>()
        let client = try await answered(
            """
            {"flags":[{"key":"a","value":true,"reason":"TARGETING_MATCH","variant":"on","metadata":{"version":"v2"}},
                      {"key":"b","errorCode":"TARGETING_KEY_MISSING","errorDetails":"a key, please"}],
             "metadata":{"flagSetId":"set-1","contextId":"c-1","version":"v1","odd":[1]}}
            """
        ) { _ in
        } client: {
            $0.hooks = [TelemetryHook { log.add($0) }]
        }
        #expect(
            client.details(of: FlagKey("a", default: false)).metadata
                == ["flagSetId": "set-1", "contextId": "c-1", "version": "v2"])
        _ = log.take()
        _ = client.bool("a", default: false)
        _ = client.bool("b", default: false)
        #expect(
            log.all == [
                TelemetryHook.Event(
                    "feature_flag.evaluation",
                    attributes: [
                        "feature_flag.key": "a", "feature_flag.result.variant": "on",
                        "feature_flag.result.reason": "targeting_match", "feature_flag.provider.name": "ofrep",
                        "feature_flag.context.id": "c-1", "feature_flag.set.id": "set-1", "feature_flag.version": "v2",
                    ]),
                TelemetryHook.Event(
                    "feature_flag.evaluation",
                    attributes: [
                        "feature_flag.key": "b", "feature_flag.result.reason": "error",
                        "feature_flag.provider.name": "ofrep", "feature_flag.context.id": "c-1",
                        "feature_flag.set.id": "set-1", "feature_flag.version": "v1",
                        "error.type": "targeting_key_missing", "error.message": "a key, please",
                    ]),
            ])
        await client.shutdown()
    }

    @Test("Has no event sinks, and sends nothing about evaluations")
    func noSinks() async throws {
        let stage = try OFREPStage(.on("a"))
        defer { stage.server.stop() }
        let provider = try stage.provider()
        #expect(provider.sinks.isEmpty)
        let client = stage.client(provider)
        #expect(await client.start() == .ready)
        for _ in 1...100 { _ = client.bool("a", default: false) }
        client.track("bought")
        await client.flush()
        await client.shutdown()
        #expect(stage.server.requests.count == 1)
    }
}
