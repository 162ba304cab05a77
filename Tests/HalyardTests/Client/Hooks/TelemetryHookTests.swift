// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import TestSupport
import Testing

@Suite("Telemetry hook")
struct TelemetryHookTests {
    private let log = Recorder<TelemetryHook.Event>()

    private func watchedClient(
        _ flags: [EvaluatedFlag],
        value: @escaping @Sendable (EvaluationDetails<FlagValue>) -> FlagValue? = { _ in nil }
    ) async -> FlagClient {
        await FlagClient.serving(FixedProvider(flags), for: .user("ada")) {
            $0.hooks = [TelemetryHook(value: value) { [log] in log.add($0) }]
        }
    }

    private static let origin = Origin(.network, provider: "child")

    @Test("Records a failure with its message and lowercase code")
    func failure() async {
        let client = await watchedClient([])
        _ = client[.limit]
        #expect(
            log.all == [
                TelemetryHook.Event(
                    "feature_flag.evaluation",
                    attributes: [
                        "feature_flag.key": "limit", "feature_flag.result.reason": "error",
                        "feature_flag.provider.name": "fixed", "feature_flag.context.id": "ada",
                        "error.type": "flag_not_found",
                        "error.message":
                            "The provider 'fixed' has no flag 'limit'. Check the flag key, or create the flag.",
                    ])
            ])
    }

    @Test("Records the variant and metadata identifiers instead of the value")
    func variant() async {
        let flag = EvaluatedFlag(
            "limit", 5, variant: "high", version: 3, reason: .targetingMatch,
            metadata: ["contextId": "c-1", "flagSetId": "set-1", "version": 9], origin: Self.origin)
        let client = await watchedClient([flag], value: { $0.value })
        _ = client[.limit]
        #expect(
            log.all == [
                TelemetryHook.Event(
                    "feature_flag.evaluation",
                    attributes: [
                        "feature_flag.key": "limit", "feature_flag.result.variant": "high",
                        "feature_flag.result.reason": "targeting_match", "feature_flag.provider.name": "fixed",
                        "feature_flag.context.id": "c-1", "feature_flag.set.id": "set-1",
                        "feature_flag.version": "9",
                    ])
            ])
    }

    @Test("Records only allowed values for flags without a variant")
    func value() async {
        let flags = [
            EvaluatedFlag("limit", 5, version: 3, origin: Self.origin),
            EvaluatedFlag("greeting", "a long secret", origin: Self.origin),
        ]
        let silent = await watchedClient(flags)
        _ = silent[.limit]
        let frank = await watchedClient(flags) { $0.key == "greeting" ? "redacted" : $0.value }
        _ = frank[.limit]
        _ = frank[.greeting]
        #expect(log.all.map { $0.attributes["feature_flag.result.value"] } == [nil, 5, "redacted"])
        #expect(log.all.map { $0.attributes["feature_flag.version"] } == ["3", "3", nil])
    }

    @Test("Records no identifier for an anonymous context")
    func anonymous() async {
        let client = await FlagClient.serving(FixedProvider()) {
            $0.hooks = [TelemetryHook { [log] in log.add($0) }]
        }
        _ = client[.limit]
        #expect(
            log.all.map(\.attributes) == [
                [
                    "feature_flag.key": "limit", "feature_flag.result.reason": "static",
                    "feature_flag.provider.name": "fixed",
                ]
            ])
    }
}
