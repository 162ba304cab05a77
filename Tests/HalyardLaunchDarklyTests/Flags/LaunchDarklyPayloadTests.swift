// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Testing

@testable import HalyardLaunchDarkly

@Suite("LaunchDarklyPayload")
struct LaunchDarklyPayloadTests {
    private func facts(_ flag: EvaluatedFlag?) -> String {
        guard let flag else { return "-" }
        return
            "\(flag) \(flag.version ?? -1) \(FlagValue.object(flag.metadata)) \(flag.reporting.rawValue) \(flag.vendor)"
            + (flag.error.map { " \($0)" } ?? "")
    }

    private func facts(_ store: LaunchDarklyFlagStore) -> [String] {
        store.table.keys.map { facts(store.table[$0]) } + ["tombstones \(store.providerData)"]
    }

    private static let origin = Origin(.network, provider: "p")

    private static let texts = [
        "{}", " { } ",
        #"{"a":{"value":1,"version":2}}"#,
        #"{"b":{"value":"é","version":2},"a":{"value":{"x":[1.0,null]},"flagVersion":3,"variation":0}}"#,
        #"{"a":{"value":true,"version":1,"key":"a","trackEvents":true,"reason":{"kind":"OFF"}}}"#,
        #"{"a":{"value":true,"version":1,"reason":{"kind":"RULE_MATCH","inExperiment":true},"prerequisites":["b"]}}"#,
        #"{"a":{"value":1,"debugEventsUntilDate":1700000000000,"trackReason":true,"unknown":[{}]}}"#,
        #"{"a":{"value":1,"version":null,"reason":null,"variation":null,"prerequisites":null,"deleted":null}}"#,
        #"{"a":{"version":2,"deleted":true},"b":{"value":1,"version":2,"deleted":false},"c":{"deleted":1,"value":2}}"#,
        #"{"a":{"value":1,"version":"2","variation":1.5,"trackEvents":1},"b":7,"c":null,"d":[],"e":{"value":2}}"#,
        #"{"z":{"value":1,"variation":"x"},"a":{"value":1,"reason":"OFF"},"m":{"value":1,"prerequisites":[1]}}"#,
        #"{"a":{"value":1,"version":2.0,"flagVersion":1e1,"variation":12345678901234567890}}"#,
        #"{"a":{"value":1,"version":1,"version":2},"b":{"value":1,"version":"x","version":2}}"#,
        #"{"a":{"value":null,"version":3,"reason":{"kind":"ERROR","errorKind":"MALFORMED_FLAG"}}}"#,
        #"{"a":{"value":1,"reason":{"kind":"ERROR"}},"b":{"reason":{"kind":"ERROR","errorKind":5}}}"#,
        #"{"a":{"value":1},"a":{"value":2}}"#, #"{"a":{"value":1},"a":{"version":3,"deleted":true}}"#,
        #"{"a":{"version":3,"deleted":true},"a":{"value":1}}"#, #"{"a":{"value":1,"version":"x"},"a":{"value":2}}"#,
        #"{"a":{"value":1,"reason":{"kind":"OFF"},"reason":null},"b":{"value":1,"reason":null,"reason":{"kind":"OFF"}}}"#,
        #"{"\u0061":{"value":1},"b":{"v\u0061lue":2}}"#,
        #"{"ü":{"value":1},"u\u0308":{"value":2}}"#, #"{"":{"value":0}}"#,
        "[]", "1", "null",
    ]

    @Test("Matches the document parser's flags, diagnostics, and errors", arguments: texts)
    func agrees(text: String) throws {
        let payload = try #require(LaunchDarklyPayload(Array(text.utf8), origin: Self.origin))
        let document = try JSONReader().read(text)
        var (byPayload, byDocument) = (LaunchDarklyFlagStore(provider: "p"), LaunchDarklyFlagStore(provider: "p"))
        // Earlier content must not matter, so each payload is applied twice, with other flags in between.
        for other in [#"{"a":{"value":9,"version":99},"q":{"value":1}}"#, "{}"] {
            for _ in 0..<2 {
                var (diagnostics, expected) = (DiagnosticCollector(), DiagnosticCollector())
                let result = Result { try byPayload.put(payload, &diagnostics) }
                let expectedResult = Result { try byDocument.put(document, &expected) }
                #expect("\(result)" == "\(expectedResult)")
                #expect(facts(byPayload) == facts(byDocument))
                #expect(diagnostics.diagnostics == expected.diagnostics)
            }
            var ignored = DiagnosticCollector()
            let between = try #require(LaunchDarklyPayload(Array(other.utf8), origin: Self.origin))
            _ = try byPayload.put(between, &ignored)
            _ = try byDocument.put(try JSONReader().read(other), &ignored)
        }
        let origin = Origin(.bootstrap, provider: "p")
        let table = try BootstrapFormat.launchDarkly.table(of: Array(text.utf8), origin: origin)
        let contents = BootstrapFormat.launchDarkly.contents(of: document, origin: origin)
        #expect(table.diagnostics == contents.diagnostics)
        #expect(table.table.keys.map { facts(table.table[$0]) } == contents.flags.map { facts($0) })
    }

    @Test(
        "Rejects malformed JSON",
        arguments: ["", "{", #"{"a":{"value":01}}"#, #"{"a":1}}"#, #"{"a":{"value":"\ud800"}}"#])
    func malformed(text: String) {
        #expect(LaunchDarklyPayload(Array(text.utf8), origin: Self.origin) == nil)
        #expect(throws: JSONError.self) {
            try BootstrapFormat.launchDarkly.table(of: Array(text.utf8), origin: .default)
        }
    }

    @Test("Reuses the object of an equal flag")
    func identity() throws {
        var store = LaunchDarklyFlagStore(provider: "p")
        var diagnostics = DiagnosticCollector()
        func put(_ text: String) throws -> Bool {
            try store.put(try #require(LaunchDarklyPayload(Array(text.utf8), origin: Self.origin)), &diagnostics)
        }
        #expect(try put(#"{"a":{"value":1,"version":2},"b":{"value":2,"version":2},"c":{"value":3}}"#))
        let (a, b) = (store.table["a"], store.table["b"])
        #expect(try !put(#"{"c":{"value":3},"b":{"version":2,"value":2},"a": {"value":1,"version":2}}"#))
        #expect(store.table["a"] === a)
        #expect(try put(#"{"a":{"value":1,"version":2},"b":{"value":5,"version":3},"c":{"value":3}}"#))
        #expect(store.table["a"] === a)
        #expect(store.table["b"] !== b)
        #expect(store.table["b"]?.value == 5)
        #expect(try store.patch(["key": "b", "value": 6, "version": 4], &diagnostics))
        #expect(try !put(#"{"a":{"value":1,"version":2},"b":{"value":6,"version":4},"c":{"value":3}}"#))
        #expect(try put(#"{"a":{"value":1,"version":2}}"#))
        #expect(store.table.keys == ["a"])
        #expect(store.table["a"] === a)
        #expect(diagnostics.diagnostics.isEmpty)
    }
}
