// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Testing

@testable import Halyard
@testable import HalyardTool

@Suite("Parity report page")
struct ParityPageTests {
    @Test("Escapes flag values in HTML and in the embedded JSON")
    func escaping() throws {
        let ledger = ParityLedger()
        let origin = Origin(.network, provider: "x")
        let question = StrategyInput(
            key: "</script><b>&\"", context: .user("u"), names: ["<a>", "b"],
            answers: [
                .flag(EvaluatedFlag("f", "<i>", origin: origin)),
                .flag(EvaluatedFlag("f", "</script>", origin: origin)),
            ])
        ledger.note([ParityReport.Comparison(question, primary: 0, other: 1)].compactMap(\.self))
        let page = ledger.report.page(title: "<Report>")
        #expect(page.contains(#"aria-label="0 of 1 agree""#))
        #expect(!page.contains("http"), "the page must not load remote files")
        #expect(page.contains("<title>&lt;Report&gt;</title>"))
        #expect(page.contains("<code>&lt;/script&gt;&lt;b&gt;&amp;&quot;</code>"))
        #expect(page.contains("&lt;a&gt; / b"))
        #expect(page.contains("<code>&quot;&lt;i&gt;&quot;</code> / <code>&quot;&lt;/script&gt;&quot;</code>"))
        let parts = page.split(separator: #"id="report">"#)
        let embedded = try #require(parts.last?.split(separator: "</script>").first)
        #expect(try JSONReader().read(String(embedded)) == ledger.report.json)
    }

    @Test("Shows zero comparisons for an empty report")
    func empty() {
        let page = ParityLedger().report.page()
        #expect(page.contains("0 flags, 0 comparisons, <strong>100.0 %</strong> agree."))
    }
}
