// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

@testable import Halyard
import Testing

@Suite("Override text")
struct OverrideTextTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var text: String
        var value: FlagValue
        var second: FlagValue?
        var testDescription: String { text }

        init(_ text: String, _ value: FlagValue, _ second: FlagValue? = nil) {
            (self.text, self.value, self.second) = (text, value, second)
        }
    }

    @Test(
        "Parses the value and the alternative value of an override",
        arguments: [
            Row("true", true, "true"), Row("TRUE", true, "TRUE"), Row("yes", true, "yes"), Row("On", true, "On"),
            Row("false", false, "false"), Row("No", false, "No"), Row("oFF", false, "oFF"),
            Row("1", 1, true), Row("0", 0, false), Row("-0", 0, "-0"), Row("2", 2, "2"), Row("2.5", 2.5, "2.5"),
            Row("1.0", 1.0, "1.0"), Row("1e3", 1000.0, "1e3"), Row("-7", -7, "-7"), Row("null", .null),
            Row("[1, \"a\"]", [1, "a"], "[1, \"a\"]"), Row("{\"a\": 1}", ["a": 1], "{\"a\": 1}"), Row("{}", [:], "{}"),
            Row("\"true\"", "true"), Row("\"\"", ""), Row("gold", "gold"), Row("", ""), Row(" ", " "), Row("01", "01"),
            Row("{\"a\"", "{\"a\""), Row("1e999", "1e999"), Row("ja", "ja"), Row("a=b", "a=b"), Row("NaN", "NaN"),
        ])
    func rules(row: Row) {
        let text = OverrideText(row.text)
        #expect(text.value == row.value)
        #expect(text.second == row.second)
    }
}
