// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTesting
import Testing
import TestSupport

extension World {
    mutating func then(_ step: Scenario.Step) async throws {
        let phrase = Phrase(step.text)
        let comment = Comment(rawValue: step.description)
        switch phrase.pattern {
        case "the provider status should be {}":
            let status = await currentClient().status
            #expect(status.rawValue == phrase[0], comment)
        case "the evaluation should complete without blocking":
            #expect(isAnswerPending == true, comment)
            #expect(answers == Array(repeating: try answer(), count: 8), comment)
        case "the original evaluation context should remain unmodified":
            try await expectUnchangedContext(comment)
        case "the evaluation details should be immutable":
            try await expectUnchangedDetails(comment)
        case "the {} hook should have been executed":
            #expect(calls(of: phrase[0]).map(\.hook) == ["client"], comment)
        case "the {} hooks should be called with evaluation details":
            for stage in phrase[0].split(separator: ", ") { try expectDetails(of: String(stage), step) }
        case "the specified hooks should execute during evaluation":
            #expect(Set(hookLog.all.map(\.hook)) == ["first", "second", "third"], comment)
            #expect(Set(hookLog.all.map(\.flagKey)) == ["boolean-flag"], comment)
        case "the hook order should be maintained":
            #expect(
                hookLog.all.map { "\($0.hook) \($0.stage)" } == [
                    "first before", "second before", "third before", "third after", "second after", "first after",
                    "third finally", "second finally", "first finally",
                ], comment)
        default:
            try expectAnswer(phrase, step)
        }
    }

    /// Checks a step's expectation about the last evaluation.
    private func expectAnswer(_ phrase: Phrase, _ step: Scenario.Step) throws {
        let comment = Comment(rawValue: step.description)
        let answer = try answer()
        switch phrase.pattern {
        case "the resolved details value should be {}":
            let expected = try ValueType(of: flag().defaultValue).value(phrase[0])
            #expect(answer.value == expected, comment)
        case "the reason should be {}":
            #expect(answer.reason.rawValue == phrase[0], comment)
            #expect((answer.error == nil) == (phrase[0] != "ERROR"), comment)
        case "the error-code should be {}":
            #expect(answer.error?.code.rawValue == phrase[0], comment)
            #expect(answer.variant == nil, comment)
        case "the flag key should be {}":
            #expect(answer.key == phrase[0], comment)
        case "the variant should be {}":
            #expect(answer.variant == phrase[0], comment)
        case "the resolved metadata should contain":
            for row in try step.rows(["key", "metadata_type", "value"]) {
                let expected = try ValueType(named: row[1]).value(row[2])
                #expect(answer.metadata[row[0]] == expected, comment)
            }
        case "the resolved metadata is empty":
            #expect(answer.metadata == [:], comment)
        default: throw unknownStep
        }
    }

    private func calls(of stage: String) -> [RecordingHook.Call] { hookLog.all.filter { $0.stage == stage } }

    private func expectDetails(of stage: String, _ step: Scenario.Step) throws {
        let comment = Comment(rawValue: "\(stage): \(step)")
        let calls = self.calls(of: stage)
        #expect(calls.count == 1, comment)
        let answer = try #require(calls.first?.answer, comment)
        #expect(answer == (try self.answer()), comment)
        for row in try step.rows(["data_type", "key", "value"]) {
            let expected = row[2] == "null" ? FlagValue.null : try ValueType(named: row[0]).value(row[2])
            let found: FlagValue =
                switch row[1] {
                case "flag_key": .string(answer.key)
                case "value": answer.value
                case "variant": answer.variant.flagValue
                case "reason": .string(answer.reason.rawValue)
                case "error_code": (answer.error?.code.rawValue).flagValue
                default: throw Specification.Surprise("unknown detail: \(row[1])")
                }
            #expect(found == expected, Comment(rawValue: "\(row[1]) of \(comment)"))
        }
    }

    private mutating func expectUnchangedContext(_ comment: Comment) async throws {
        let expected: FlagValue = [
            "kind": "user", "key": "c3b155b0", "attributes": ["plan": "gold", "address": ["city": "Oslo"]],
        ]
        #expect(context.json == expected, comment)
        let client = await currentClient()
        #expect(client.context.json == expected, comment)
        // Changing the passed context or a returned copy must not change the client's context or the other copy.
        let handedIn = context
        context = context.setting("plan", to: "silver")
        #expect(client.context.setting("address", to: .null) != client.context, comment)
        #expect(handedIn.json == expected, comment)
        #expect(client.context.json == expected, comment)
    }

    private mutating func expectUnchangedDetails(_ comment: Comment) async throws {
        let client = await currentClient()
        let key = FlagKey(try flag().name, default: false)
        let details = client.details(of: key)
        #expect(Answer(details) == (try answer()), comment)
        var metadata = details.metadata
        metadata["added"] = true
        provider.set(key, false)
        #expect(client[key] == false, comment)
        #expect(details.value == true, comment)
        #expect(details.variant == "on", comment)
        #expect(details.metadata == [:], comment)
        #expect(Answer(details) == (try answer()), comment)
    }
}

extension Scenario.Step {
    /// Returns the rows of the step's table, which must have these columns.
    func rows(_ columns: [String]) throws -> [[String]] {
        guard table.first == columns, table.count > 1, table.allSatisfy({ $0.count == columns.count }) else {
            throw Specification.Surprise("not a table of \(columns.joined(separator: ", ")): \(self)")
        }
        return Array(table.dropFirst())
    }
}
