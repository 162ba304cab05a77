// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import TestSupport
import Testing

@testable import Halyard

@Suite("Logging hook")
struct LoggingHookTests {
    private let log = Recorder<LoggingHook.Entry>()

    private func loggedClient(includesContext: Bool = false, name: String? = nil) async -> FlagClient {
        let provider = FixedProvider([
            EvaluatedFlag("limit", 5, variant: "high", reason: .split, origin: Origin(.network, provider: "fixed"))
        ])
        let context = EvaluationContext.user("ada", ["plan": "gold", "email": "ada@example.com"]).keepingPrivate(
            "email")
        return await FlagClient.serving(provider, for: context) {
            $0.name = name
            $0.hooks = [LoggingHook(includesContext: includesContext) { [log] in log.add($0) }]
        }
    }

    @Test("Logs a failure as an error with code and message")
    func failure() async {
        let client = await loggedClient(name: "main")
        _ = client.string("mis\nsing", default: "x")
        let shared: [String: FlagValue] = [
            "domain": "main", "provider_name": "fixed", "flag_key": "mis\nsing", "default_value": "x",
        ]
        let message = "The provider 'fixed' has no flag 'mis\nsing'. Check the flag key, or create the flag."
        #expect(log.all.map(\.stage) == [.before, .error])
        #expect(log.all.map(\.severity) == [.info, .error])
        #expect(
            log.all.map(\.fields) == [
                shared.merging(["stage": "before"]) { $1 },
                shared.merging(
                    ["stage": "error", "error_code": "FLAG_NOT_FOUND", "error_message": .string(message)]) { $1 },
            ])
        #expect(
            log.all.last?.description
                == #"stage="error" domain="main" provider_name="fixed" flag_key="mis\nsing" default_value="x" "#
                + #"error_code="FLAG_NOT_FOUND" error_message="The provider 'fixed' has no flag 'mis\nsing'. "#
                + #"Check the flag key, or create the flag.""#)
    }

    @Test("Logs 'before' and 'after' without the context")
    func success() async {
        let client = await loggedClient()
        _ = client[.limit]
        #expect(
            log.all.map(\.description) == [
                #"stage="before" provider_name="fixed" flag_key="limit" default_value=10"#,
                #"stage="after" provider_name="fixed" flag_key="limit" default_value=10 reason="SPLIT" "#
                    + #"variant="high" value=5"#,
            ])
        #expect(log.all.map(\.severity) == [.info, .info])
    }

    private struct Area: Decodable, Sendable { var radius: Int }

    @Test("Logs an override as the provider of a structured value")
    func overridden() async {
        let client = await loggedClient()
        client.overrides.set("area", ["radius": 5])
        _ = client.decoded("area", default: Area(radius: 1))
        #expect(
            log.all.last?.description
                == #"stage="after" provider_name="override" flag_key="area" default_value=null reason="STATIC" "#
                + #"value={"radius":5}"#)
    }

    @Test("Logs the context on request, without private attributes")
    func context() async {
        let client = await loggedClient(includesContext: true)
        _ = client[.limit]
        #expect(
            log.all.map { $0.fields["evaluation_context"]?.description } == [
                #"{"attributes":{"plan":"gold"},"key":"ada","kind":"user"}"#,
                #"{"attributes":{"plan":"gold"},"key":"ada","kind":"user"}"#,
            ])
        #expect(!log.all.contains { $0.description.contains("ada@example.com") })
    }

    @Test("Writes entries as lines on a queue")
    func lines() async {
        let text = Lock("")
        let queue = WriteQueue<LoggingHook.Entry>.console { more in text.withLock { $0 += more } }
        let client = await FlagClient.serving(FixedProvider())
        client.addHooks(LoggingHook(includesContext: false, queue: queue))
        _ = client[.limit]
        await queue.flush()
        #expect(
            text.withLock { $0 } == """
                stage="before" provider_name="fixed" flag_key="limit" default_value=10
                stage="after" provider_name="fixed" flag_key="limit" default_value=10 reason="STATIC" value=5

                """)
    }
}
