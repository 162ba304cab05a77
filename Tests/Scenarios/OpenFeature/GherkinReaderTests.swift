// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Testing

@Suite("Gherkin reader")
struct GherkinReaderTests {
    @Test("Expands an outline into a scenario for each example row")
    func expandsOutlines() throws {
        let scenarios = try GherkinReader.scenarios(
            #"""
            # A comment
            @feature
            Feature: Flags

              Background:
                Given a stable provider

              @outline @spec-1
              Scenario Outline: Resolve <key>
                Given a flag "<key>"
                  | name  | value   |
                  | <key> | <value> |
                And another
                When it is read
                Then it is "<value>"

                @first
                Examples: ones
                  | key | value     |
                  # A comment inside of the table
                  | a   | {\"a\": 1} |

                  | b   |           |
                Examples: others
                  | value | key |
                  | <key> | c   |

              Scenario: Plain
                When <nothing> is replaced
            """#)
        #expect(
            scenarios.map(\.description) == [
                #"Resolve a (key: a, value: {\"a\": 1})"#, "Resolve b (key: b, value: )",
                "Resolve c (value: <key>, key: c)", "Plain",
            ])
        #expect(
            scenarios.map(\.tags) == [
                ["@feature", "@outline", "@spec-1", "@first"], ["@feature", "@outline", "@spec-1", "@first"],
                ["@feature", "@outline", "@spec-1"], ["@feature"],
            ])
        #expect(
            try #require(scenarios.first).steps == [
                Scenario.Step(kind: .given, text: "a stable provider", line: 6),
                Scenario.Step(
                    kind: .given, text: #"a flag "a""#, line: 10,
                    table: [["name", "value"], ["a", #"{\"a\": 1}"#]]),
                Scenario.Step(kind: .given, text: "another", line: 13),
                Scenario.Step(kind: .when, text: "it is read", line: 14),
                Scenario.Step(kind: .then, text: #"it is "{\"a\": 1}""#, line: 15),
            ])
        #expect(
            try #require(scenarios.last).steps == [
                Scenario.Step(kind: .given, text: "a stable provider", line: 6),
                Scenario.Step(kind: .when, text: "<nothing> is replaced", line: 29),
            ])
    }

    @Test("Replaces only the known escape sequences in cells")
    func cells() throws {
        let scenarios = try GherkinReader.scenarios(
            #"""
            Feature: Cells
              Scenario: One
                Given a table
                  | a\|b | c\\d | e\nf | g\"h || i j |
            """#)
        #expect(scenarios.map(\.steps.first?.table) == [[["a|b", #"c\d"#, "e\nf", #"g\"h"#, "", "i j"]]])
    }

    @Test(
        "Reports the line of each syntax error",
        arguments: [
            ("Scenario: One", "line 1: no feature"),
            ("Feature: F\nGiven a step", "line 2: neither in a scenario nor in the background"),
            ("Feature: F\nScenario: S\nMaybe a step", "line 3: not understood: Maybe a step"),
            ("Feature: F\nScenario: S\nAnd a step", "line 3: not understood: And a step"),
            ("Feature: F\nScenario: S\n| a |", "line 3: a table without a step"),
            ("Feature: F\nScenario: S\nExamples:", "line 3: examples outside of an outline"),
            ("Feature: F\nScenario: S\n@tag\nGiven a step", "line 4: tags of a step or a table"),
            ("Feature: F\nScenario: S\n@tag", "line 3: tags of nothing"),
            ("Feature: F\nScenario Outline: S\nGiven a step", "line 2: an outline without examples"),
            (
                "Feature: F\nScenario Outline: S\nGiven <x>\nExamples:\n| y |\n| 1 |",
                "line 3: no column for <x>"
            ),
            (
                "Feature: F\nScenario Outline: S\nGiven <x>\nExamples:\n| x |\n| 1 | 2 |",
                "line 6: 2 cells below 1 columns"
            ),
        ])
    func faults(text: String, message: String) {
        let error = #expect(throws: GherkinError.self) { try GherkinReader.scenarios(text) }
        #expect(error?.description == message)
    }

    @Test("Splits a phrase into a pattern and quoted arguments")
    func phrases() {
        let phrase = Phrase(#"a Object-flag with key "a b" and a value "{\"a\": \"\\\", \n}" and """#)
        #expect(phrase.pattern == "a Object-flag with key {} and a value {} and {}")
        #expect(phrase.arguments == ["a b", #"{"a": "\", \n}"#, ""])
        #expect(Phrase(#"an "open end"#).pattern == #"an "open end"#)
        #expect(Phrase(#"an "open end"#).arguments == [])
    }
}
