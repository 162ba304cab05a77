// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import Testing
import TestSupport

@Suite("Hooks")
struct HookTests {
    /// A hook that records each stage and throws in the `failing` stages.
    private struct Note: EvaluationHook {
        let name: String
        let log: Recorder<String>
        var failing: Set<String> = []

        func before(_ evaluation: HookContext, _ data: inout HookData) throws {
            data["mark"] = name
            try note("before", "\(evaluation.flagKey) \(evaluation.valueType) \(evaluation.defaultValue)")
        }

        func after(_ evaluation: HookContext, _ details: EvaluationDetails<FlagValue>, _ data: inout HookData) throws {
            try note("after", "\(details.value) \(data["mark"] as? String ?? "?")")
        }

        func error(_ evaluation: HookContext, _ error: FlagError, _ data: inout HookData) {
            log.add("\(name) error \(error.code)")
        }

        func finally(_ evaluation: HookContext, _ details: EvaluationDetails<FlagValue>, _ data: inout HookData) {
            log.add("\(name) finally \(details.value) \(details.reason)")
        }

        private func note(_ stage: String, _ text: String) throws {
            log.add("\(name) \(stage) \(text)")
            if failing.contains(stage) { throw FlagError(.general, "\(name) failed") }
        }
    }

    private let log = Recorder<String>()
    private let limit = InMemoryFlagProvider(["limit": 5])

    @Test("Runs 'before' in order, and the later stages in reverse order")
    func order() async {
        let client = await FlagClient.serving(limit) {
            $0.hooks = [Note(name: "c1", log: log), Note(name: "c2", log: log)]
        }
        let details = client.details(
            of: .limit, options: EvaluationOptions(hooks: [Note(name: "call", log: log)]))
        #expect(details.value == 5)
        #expect(
            log.all == [
                "c1 before limit Int 10", "c2 before limit Int 10", "call before limit Int 10", "call after 5 call",
                "c2 after 5 c2", "c1 after 5 c1", "call finally 5 STATIC", "c2 finally 5 STATIC", "c1 finally 5 STATIC",
            ])
    }

    @Test("Skips other 'before' stages and serves the default if one throws")
    func failingBefore() async {
        let client = await FlagClient.serving(limit) {
            $0.hooks = [
                Note(name: "c1", log: log, failing: ["before"]), Note(name: "c2", log: log),
            ]
        }
        #expect(client[.limit] == 10)
        #expect(
            log.all == [
                "c1 before limit Int 10", "c2 error GENERAL", "c1 error GENERAL", "c2 finally 10 ERROR",
                "c1 finally 10 ERROR",
            ])
    }

    @Test("Runs the error stage and serves the default if 'after' throws")
    func failingAfter() async {
        let client = await FlagClient.serving(limit) { $0.hooks = [Note(name: "c1", log: log, failing: ["after"])] }
        let details = client.details(of: .limit)
        #expect(details.value == 10)
        #expect(details.error == FlagError(.general, "c1 failed"))
        #expect(
            log.all == ["c1 before limit Int 10", "c1 after 5 c1", "c1 error GENERAL", "c1 finally 10 ERROR"])
    }

    @Test("Runs the error stage for a missing flag")
    func missingFlag() async {
        let client = await FlagClient.serving(limit) { $0.hooks = [Note(name: "c1", log: log)] }
        #expect(client.bool("missing", default: true))
        #expect(
            log.all == ["c1 before missing Bool true", "c1 error FLAG_NOT_FOUND", "c1 finally true ERROR"])
    }
}
