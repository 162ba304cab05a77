// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardManifest
import Testing

/// Tests for the properties `swift` and `metadata`.
@Suite struct SwiftFormTests {
    @Test(
        "Reports invalid Swift names, types, and cases",
        arguments: [
            (
                "\"newNav\"",
                #"3:68: error: /flags/a/swift: Expected an object, found "newNav". Use { "name": "newNav" }."#
            ),
            (
                #"{ "name": 1 }"#,
                "3:78: error: /flags/a/swift/name: Expected a string, found 1. Use double quotes."
            ),
            (
                #"{ "name": "new-nav" }"#,
                #"3:78: error: /flags/a/swift/name: "new-nav" isn't a valid Swift member name. Use a name such as "newNav"."#
            ),
            (
                #"{ "name": "" }"#,
                #"3:78: error: /flags/a/swift/name: "" isn't a valid Swift member name. Use a name such as "empty"."#
            ),
            (
                #"{ "name": "_" }"#,
                #"3:78: error: /flags/a/swift/name: "_" isn't a valid Swift member name. Use a name such as "flagx5f"."#
            ),
            (
                #"{ "name": "2fa" }"#,
                #"3:78: error: /flags/a/swift/name: "2fa" isn't a valid Swift member name. Use a name such as "_2fa"."#
            ),
            (
                #"{ "name": "init" }"#,
                #"3:78: error: /flags/a/swift/name: "init" isn't a valid Swift member name. Use a name such as "initFlag"."#
            ),
            (
                #"{ "name": "FlagKey" }"#,
                #"3:78: error: /flags/a/swift/name: "FlagKey" isn't a valid Swift member name. Use a name such as "flagKey"."#
            ),
            (
                #"{ "name": "a\u200bb" }"#,
                #"3:78: error: /flags/a/swift/name: "a\u{200B}b" isn't a valid Swift member name. Use a name such as "aB"."#
            ),
            (
                #"{ "type": "String" }"#,
                #"3:78: error: /flags/a/swift/type: "String" isn't a valid Swift type name. Use a name such as "Theme" or "Design.Theme"."#
            ),
            (
                #"{ "type": "[Theme]" }"#,
                #"3:78: error: /flags/a/swift/type: "[Theme]" isn't a valid Swift type name. Use a name such as "Theme" or "Design.Theme"."#
            ),
            (
                #"{ "type": "Design..Theme" }"#,
                #"3:78: error: /flags/a/swift/type: "Design..Theme" isn't a valid Swift type name. Use a name such as "Theme" or "Design.Theme"."#
            ),
            (
                #"{ "cases": [] }"#,
                #"3:79: error: /flags/a/swift/cases: Expected an array of strings, found an empty array. Use ["light", "dark"]."#
            ),
            (
                #"{ "cases": ["light", 1] }"#,
                "3:89: error: /flags/a/swift/cases/1: Expected a string, found 1. Use double quotes."
            ),
            (
                #"{ "cases": ["light", "light"] }"#,
                #"3:89: error: /flags/a/swift/cases/1: Duplicate case "light". Remove one of them."#
            ),
            (
                #"{ "cases": ["lihgts", "dark"] }"#,
                #"3:50: error: /flags/a/defaultValue: The default value "light" isn't one of the cases. Add it to `swift.cases`."#
            ),
            (
                #"{ "cases": ["lights", "dark"] }"#,
                #"3:50: error: /flags/a/defaultValue: The default value "light" isn't one of the cases. Did you mean "lights"?"#
            ),
            (
                #"{ "cases": ["light"], "type": "Theme" }"#,
                #"3:90: error: /flags/a/swift/type: "cases" and "type" can't be combined. Remove one of them."#
            ),
            (
                #"{ "nam": "b" }"#,
                #"3:70: warning: /flags/a/swift/nam: Unknown property "nam". Did you mean "name"?"#
            ),
        ])
    func forms(form: String, problem: String) {
        let flag = #""a": { "flagType": "string", "defaultValue": "light", "swift": \#(form) }"#
        #expect(problems(manifest(flag)) == [problem])
    }

    @Test("Rejects cases and types for flags that aren't strings")
    func stringsOnly() {
        #expect(
            problems(
                manifest(
                    #""a": { "flagType": "integer", "defaultValue": 1, "swift": { "cases": ["1"] } }"#,
                    #""b": { "flagType": "boolean", "defaultValue": true, "swift": { "type": "Mode" } }"#)) == [
                    #"3:65: error: /flags/a/swift/cases: Only string flags can have "cases", but this flag has the type integer. Remove it, or declare the key yourself."#,
                    #"4:68: error: /flags/b/swift/type: Only string flags can have "type", but this flag has the type boolean. Remove it, or declare the key yourself."#,
                ])
    }

    @Test(
        "Warns about invalid metadata, and reads the flag",
        arguments: [
            ("[]", #"3:70: warning: /flags/a/metadata: Expected an object, found an array. Use { "owner": "nav" }."#),
            (
                #"{ "expries": "2026-12-31", "ticket": 1 }"#,
                #"3:72: warning: /flags/a/metadata/expries: Unknown property "expries". Did you mean "expires"?"#
            ),
            (
                #"{}, "swfit": {}"#,
                #"3:74: warning: /flags/a/swfit: Unknown property "swfit". Did you mean "swift"?"#
            ),
            (
                #"{}, "metdata": {}, "tags": []"#,
                #"3:74: warning: /flags/a/metdata: Unknown property "metdata". Did you mean "metadata"?"#
            ),
            (
                #"{ "owner": 1 }"#,
                "3:81: warning: /flags/a/metadata/owner: Expected a string, found 1. Use double quotes."
            ),
            (
                #"{ "expires": "31.12.2026" }"#,
                #"3:83: warning: /flags/a/metadata/expires: Expected a date, found "31.12.2026". Use the form "2026-12-31"."#
            ),
            (
                #"{ "expires": 20261231 }"#,
                #"3:83: warning: /flags/a/metadata/expires: Expected a date, found 20261231. Use the form "2026-12-31"."#
            ),
            (
                #"{ "permanent": "yes" }"#,
                #"3:85: warning: /flags/a/metadata/permanent: Expected a Boolean, found "yes". Use true or false."#
            ),
        ])
    func metadata(metadata: String, problem: String) {
        let reading = FlagManifest.read(
            manifest(#""a": { "flagType": "boolean", "defaultValue": false, "metadata": \#(metadata) }"#))
        #expect(reading.problems.map(\.description) == [problem])
        #expect(reading.manifest.flags.map(\.key) == ["a"])
        #expect(!reading.hasErrors)
    }

    @Test(
        "Rejects invalid calendar days",
        arguments: [
            "", "2026-1-31", "2026-02-29", "2100-02-29", "2026-04-31", "2026-13-01", "2026-00-10", "2026-10-00",
            "+026-10-01",
            "2026-10-01T00:00:00Z", "2026/10/01", "２０２６-10-01", "-026-10-01", "2026-10-01-",
        ])
    func noDays(text: String) {
        #expect(CalendarDay(text) == nil)
    }

    @Test("Writes a day in the format it reads", arguments: ["2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"])
    func days(text: String) {
        #expect(CalendarDay(text)?.description == text)
    }

    @Test("Compares days by year, month, and day")
    func order() throws {
        let days = try ["2026-10-02", "2025-12-31", "2026-09-30"].map { try #require(CalendarDay($0)) }
        #expect(days.sorted().map(\.description) == ["2025-12-31", "2026-09-30", "2026-10-02"])
    }
}
