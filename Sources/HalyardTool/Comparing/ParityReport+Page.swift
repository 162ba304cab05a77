// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

extension ParityReport {
    /// Returns the report as a self-contained HTML page, without scripts, other files, or network access.
    ///
    /// The page contains the same numbers as the text, and a bar for each flag. An element with the ID `report` contains the report
    /// as JSON, for programs that read the page.
    ///
    /// - Parameter title: Title of the page.
    func page(title: String = "Provider parity") -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(Self.escaped(title))</title>
        <style>
        body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 64rem; padding: 0 1rem; }
        table { border-collapse: collapse; width: 100%; }
        th, td { border-bottom: 1px solid #ccd; padding: .4rem .6rem; text-align: left; vertical-align: top; }
        td.number { text-align: right; font-variant-numeric: tabular-nums; }
        code { background: #eef; border-radius: 3px; padding: 0 .2rem; }
        </style>
        </head>
        <body>
        <h1>\(Self.escaped(title))</h1>
        <p>\(flagCount) flags, \(compared) comparisons, <strong>\(Self.percent(agreed, of: compared))</strong> agree.</p>
        <table>
        <tr><th>Flag</th><th>Providers</th><th>Agreement</th><th></th><th>Outcomes</th><th>Differences</th></tr>
        \(worstFirst.map(Self.row).joined(separator: "\n"))
        </table>
        <script type="application/json" id="report">\(Self.embedded(json))</script>
        </body>
        </html>

        """
    }

    private static func row(_ flag: FlagParity) -> String {
        let outcomes = ParityReport.Comparison.Outcome.allCases.compactMap { outcome in
            flag.counts[outcome].map { "\(label(of: outcome)): \($0)" }
        }
        let examples = flag.examples.map { example in
            "<code>\(escaped(shown(example.primaryValue)))</code> / <code>\(escaped(shown(example.otherValue)))</code> "
                + "(seen \(example.count)x, first for context \(escaped(example.identity)))"
        }
        let more = flag.unlistedMismatches > 0 ? ["and \(flag.unlistedMismatches) more"] : []
        return "<tr><td><code>\(escaped(flag.key))</code></td>"
            + "<td>\(escaped(flag.primary)) / \(escaped(flag.other))</td>"
            + "<td class=\"number\">\(percent(flag.agreed, of: flag.compared))</td><td>\(bar(flag))</td>"
            + "<td>\(outcomes.joined(separator: ", "))</td><td>\((examples + more).joined(separator: "<br>"))</td></tr>"
    }

    private static func label(of outcome: ParityReport.Comparison.Outcome) -> String {
        switch outcome {
        case .agrees: "same value"
        case .differs: "different value"
        case .hasOtherType: "different type"
        case .missingInPrimary: "missing in the first provider"
        case .missingInOther: "missing in the second provider"
        case .failed: "no flags from the second provider"
        }
    }

    /// Returns a bar whose dark part is the share of comparisons that agree.
    private static func bar(_ flag: FlagParity) -> String {
        let width = flag.compared == 0 ? 120 : 120 * flag.agreed / flag.compared
        let label = "\(flag.agreed) of \(flag.compared) agree"
        return
            "<svg width=\"120\" height=\"12\" role=\"img\" aria-label=\"\(label)\"><rect width=\"120\" height=\"12\" "
            + "fill=\"#f2c4b3\"/><rect width=\"\(width)\" height=\"12\" fill=\"#2a6f97\"/></svg>"
    }

    private static func escaped(_ text: String) -> String {
        text.onOneLine.printable.reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.append(character)
            }
        }
    }

    /// Returns JSON that cannot end the element that contains it.
    private static func embedded(_ value: FlagValue) -> String {
        JSONWriter.text(value).printableJSON.split(separator: "<", omittingEmptySubsequences: false).joined(
            separator: "\\u003c")
    }
}
