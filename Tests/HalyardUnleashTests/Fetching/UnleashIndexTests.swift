// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Testing

@testable import HalyardUnleash

@Suite("Unleash response parsing")
struct UnleashIndexTests {
    private static let origin = Origin(.network, provider: "u")

    private func facts(_ flag: EvaluatedFlag) -> String {
        "\(flag) \(flag.variantValue?.description ?? "-") \(flag.metadata) \(flag.reporting.rawValue) \(flag.vendor)"
    }

    private func facts(_ flags: some Sequence<EvaluatedFlag>) -> [String] { flags.map { facts($0) }.sorted() }

    private static let texts = [
        #"{"toggles":[]}"#, #" { "x" : [ {} ] , "toggles" : [ ] , "y" : 1 } "#,
        #"{"toggles":[{"name":"a","enabled":true},{"name":"b","enabled":false,"impressionData":true}]}"#,
        #"{"toggles":[{"name":"a","enabled":true,"variant":{"name":"v","enabled":true}}]}"#,
        #"{"toggles":[{"name":"a","enabled":true,"variant":{"name":"v","enabled":null,"payload":null}}]}"#,
        #"{"toggles":[{"name":"a","enabled":true,"variant":{"name":"é","enabled":true,"payload":{"value":"x\n"}}}]}"#,
        #"{"toggles":[{"name":"a","enabled":true,"variant":{"name":"v","enabled":true,"#
            + #""payload":{"type":"json","value":"{\"a\":1}"}}}]}"#,
        #"{"toggles":[{"name":"a","enabled":true,"variant":{"name":"v","enabled":true,"#
            + #""payload":{"type":"number","value":"x"}}},{"name":"b","enabled":1},{"name":"c","enabled":true}]}"#,
        #"{"toggles":[{"name":"a","enabled":true,"variant":{"enabled":true}},{"name":"b","enabled":true,"variant":1}]}"#,
        #"{"toggles":[{"name":"a","enabled":true,"variant":{"name":"v","enabled":true,"payload":{"type":"x"}}}]}"#,
        #"{"toggles":[{"name":"a","enabled":true,"variant":{"name":"v","enabled":true,"#
            + #""payload":{"type":"js\u006fn","value":"1"}}}]}"#,
        #"{"toggles":[{"name":"a","enabled":true},{"name":"a","enabled":false},{"enabled":true},{},7,null]}"#,
        #"{"toggles":[{"name":"é","enabled":true},{"name":1,"enabled":true},{"name":"","enabled":true}]}"#,
        #"{"toggles":[{"name":"a","enabled":true,"impression_data":true,"impressionData":false}]}"#,
        #"{"toggles":[{"name":"a","enabled":false,"enabled":true,"name":"b"}]}"#,
        #"{"toggles":[],"toggles":[{"name":"a","enabled":true}]}"#, #"{"\u0074oggles":[{"name":"a","enabled":true}]}"#,
    ]

    @Test("Reads the same flags and diagnostics from bytes as from a document", arguments: texts)
    func agrees(text: String) throws {
        let bytes = Array(text.utf8)
        var payload = try #require(UnleashPayload(try JSONReader().read(bytes)))
        let flags = payload.flags(origin: Self.origin)
        let read = try #require(UnleashPayload.table(of: bytes, origin: Self.origin, reusing: FlagTable()))
        #expect(facts(read.table) == facts(flags))
        #expect(read.diagnostics == payload.diagnostics.diagnostics)
        // Reading the same bytes again reuses the flag objects.
        let again = try #require(UnleashPayload.table(of: bytes, origin: Self.origin, reusing: read.table))
        #expect(Set(again.table.map(ObjectIdentifier.init)) == Set(read.table.map(ObjectIdentifier.init)))
        // Replacing most flags in between doesn't change the result.
        let many = (0..<9).map { #"{"name":"f\#($0)","enabled":true}"# }.joined(separator: ",")
        let other = try #require(
            UnleashPayload.table(of: Array(#"{"toggles":[\#(many)]}"#.utf8), origin: Self.origin, reusing: read.table))
        #expect(other.table.keys == (0..<9).map { "f\($0)" })
        let back = try #require(UnleashPayload.table(of: bytes, origin: Self.origin, reusing: other.table))
        #expect(facts(back.table) == facts(flags))
        let format = try BootstrapFormat.unleash.table(of: bytes, origin: Self.origin)
        #expect(facts(format.table) == facts(flags))
    }

    @Test(
        "Rejects bytes that aren't a Frontend API response",
        arguments: [
            "", "{", "[]", "{}", #"{"toggles":{}}"#, #"{"toggles":[}"#, #"{"toggles":[]}]"#, #"{"toggles":[1 2]}"#,
        ])
    func refused(text: String) {
        #expect(UnleashPayload.table(of: Array(text.utf8), origin: Self.origin, reusing: FlagTable()) == nil)
    }
}
