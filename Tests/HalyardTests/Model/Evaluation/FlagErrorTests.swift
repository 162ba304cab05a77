// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HalyardTesting
import TestSupport
import Testing

@testable import Halyard

/// Flags that their source contains but can't evaluate.
@Suite("Flags with errors")
struct FlagErrorTests {
    private static let error = FlagError(.parseError, "Its rules cannot be read. Fix them.")
    private static let origin = Origin(.network, provider: "p")
    private static let broken = EvaluatedFlag(
        "broken", 5, variantValue: "x", version: 7, reason: .error, metadata: ["strategy": "r1"], origin: origin,
        error: error)
    private let time = ManualTime()

    @Test("Drops the value and the variant value")
    func noValue() {
        #expect(Self.broken.value.isNull && Self.broken.variantValue == nil && Self.broken.error == Self.error)
        #expect(EvaluatedFlag("fine", 1, origin: Self.origin).error == nil)
        #expect(EvaluatedFlag("none", .null, origin: Self.origin).error == nil)
    }

    @Test("Returns the caller's default value, and reports the error")
    func reads() async {
        let sink = RecordingSink(interest: .every)
        let provider = InMemoryFlagProvider(
            definitions: ["broken": .init(error: Self.error), "on": .init(true)], name: "p")
        let client = await FlagClient.serving(provider, for: .user("u"), sinks: [sink])
        let key = FlagKey("broken", default: 3)
        #expect(client[key] == 3)
        #expect(client[FlagKey("broken", default: "d")] == "d")
        let details = client.details(of: key)
        #expect(details.value == 3 && details.error == Self.error && details.reason == .error && details.variant == nil)
        let explanation = client.explain(key)
        #expect(explanation.error == Self.error)
        let steps = explanation.steps.map(\.message)
        #expect(steps.contains { $0.contains("Its rules cannot be read. Fix them.") })
        #expect(steps.last == "The provider couldn't evaluate the flag.")
        #expect(client.allFlags == ["on": true])
        await client.flush()
        #expect(
            sink.lines.filter { $0.hasPrefix("evaluated broken") } == [
                "evaluated broken = 3 value PARSE_ERROR", #"evaluated broken = "d" value PARSE_ERROR"#,
                "evaluated broken = 3 value PARSE_ERROR",
            ])
        #expect(sink.readCounts["broken"] == 3)
        await client.shutdown()
    }

    @Test("Keeps the error, version, and metadata in a record")
    func record() throws {
        let bytes = FlagSetRecord.bytes(
            of: StoredFlags(FlagSet([Self.broken], for: .user("u")), savedAt: .init(millisecondsSinceEpoch: 1)))
        let stored = try FlagSetRecord(bytes).stored(for: .user("u"))
        let back = stored.flagSet.table["broken"]
        #expect(back?.error == Self.error && back?.version == 7 && back?.metadata == ["strategy": "r1"])
    }

    @Test("Keeps the error in a recording and its replay")
    func recording() async throws {
        let files = InMemoryFileSystem()
        let source = InMemoryFlagProvider(definitions: ["broken": .init(error: Self.error)], name: "p")
        let recorded = FlagClient(
            provider: source, context: .user("u"),
            sinks: [RunRecorder(path: "/seen.json", files: files, time: time)], options: .manual(time))
        await recorded.start()
        await recorded.shutdown()
        let text = String(decoding: try files.contents(of: "/seen.json"), as: UTF8.self)
        let replayed = await FlagClient.serving(FileFlagProvider(.text(text), formats: [.replay]), for: .user("u"))
        #expect(replayed.details(of: FlagKey("broken", default: 3)).error == Self.error)
        await replayed.shutdown()
    }

    @Test("Ends firstMatch, and is the last resort of firstSuccessful")
    func merging() {
        let (broken, fine) = (
            ChildResult.flag(Self.broken), ChildResult.flag(EvaluatedFlag("broken", 1, origin: Self.origin))
        )
        let failed = ChildResult.failed(FlagError(.general, "503"))
        let verdict = { (strategy: CombinationStrategy, answers: [ChildResult]) in
            strategy.choose(
                StrategyInput(
                    key: "broken", context: .user("u"), names: Array(["a", "b", "c"].prefix(answers.count)),
                    answers: answers))
        }
        #expect(!broken.isDecision && fine.isDecision)
        #expect(verdict(.firstMatch, [broken, fine]) == .child(0))
        #expect(verdict(.firstSuccessful, [broken, fine]) == .child(1))
        #expect(verdict(.firstSuccessful, [failed, broken, .notFound]) == .child(1))
        #expect(verdict(.firstSuccessful, [broken, broken]) == .child(0))
        #expect(verdict(.firstSuccessful, [broken, failed]) == .child(0))
    }

    @Test("Counts as a failed response in a comparison")
    func comparing() {
        let (broken, fine) = (
            ChildResult.flag(Self.broken), ChildResult.flag(EvaluatedFlag("broken", 1, origin: Self.origin))
        )
        let question = StrategyInput(
            key: "broken", context: .user("u"), names: ["a", "b"], answers: [fine, broken])
        #expect(ParityReport.Comparison(question, primary: 0, other: 1)?.outcome == .failed)
        #expect(ParityReport.Comparison(question, primary: 1, other: 0) == nil)
    }

    @Test("Reports the error through a combined provider")
    func combined() async throws {
        let broken = InMemoryFlagProvider(definitions: ["broken": .init(error: Self.error)], name: "a")
        let client = await FlagClient.serving(
            try CombinedProvider("both", [.init(broken), .init(InMemoryFlagProvider(["other": 1], name: "b"))]))
        #expect(client.details(of: FlagKey("broken", default: 3)).error == Self.error)
        await client.shutdown()
    }
}
