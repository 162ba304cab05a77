// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardTesting
import Testing

@Suite("Flag overrides")
struct FlagOverridesTests {
    @Test("Accepts typed keys, strings, and JSON values")
    func forms() {
        let overrides = FlagOverrides([
            .set(.newNav, true), .set(.limit, 3), .set(.layout, .grid), .set(.plan, .gold),
            .set(.theme, json: ["accent": "blue"]), .set("by-name", 0.5),
        ])
        #expect(
            overrides.values == [
                "new-nav": true, "limit": 3, "layout": "grid", "plan": "gold", "theme": ["accent": "blue"],
                "by-name": 0.5,
            ])
    }

    @Test("Keeps the last of two values for the same flag")
    func later() {
        let expected = FlagOverrides(["limit": 2])
        #expect(FlagOverrides([.set(.limit, 1), .set(.limit, 2)]) == expected)
        #expect(["limit": 1, "limit": 2] as FlagOverrides == expected)
        #expect(FlagOverrides.set(.limit, 1).merging(.set(.limit, 2)) == expected)
    }

    @Test("Prints one line, sorted by flag key")
    func text() {
        let overrides: FlagOverrides = ["new-nav": true, "limit": 3, "layout": "grid"]
        #expect(overrides.description == #"layout = "grid", limit = 3, new-nav = true"#)
        #expect(String(describingForTest: overrides) == #"layout = "grid", limit = 3, new-nav = true"#)
        #expect(FlagOverrides().description == "no overrides")
    }
}

@Suite("Flag matrix")
struct FlagMatrixTests {
    private static let matrix = FlagOverrides.matrix(.all(.newNav), .all(.layout), .values(.limit, [1, 10]))

    @Test("Contains every combination once, with the last flag changing fastest")
    func order() {
        #expect(
            Self.matrix.map(\.description) == [
                #"layout = "list", limit = 1, new-nav = false"#, #"layout = "list", limit = 10, new-nav = false"#,
                #"layout = "grid", limit = 1, new-nav = false"#, #"layout = "grid", limit = 10, new-nav = false"#,
                #"layout = "carousel", limit = 1, new-nav = false"#,
                #"layout = "carousel", limit = 10, new-nav = false"#,
                #"layout = "list", limit = 1, new-nav = true"#, #"layout = "list", limit = 10, new-nav = true"#,
                #"layout = "grid", limit = 1, new-nav = true"#, #"layout = "grid", limit = 10, new-nav = true"#,
                #"layout = "carousel", limit = 1, new-nav = true"#, #"layout = "carousel", limit = 10, new-nav = true"#,
            ])
    }

    @Test("Contains as many elements as the product of its flags' choices")
    func size() {
        #expect(FlagOverrides.matrix() == [FlagOverrides()])
        #expect(FlagOverrides.matrix(.values(.limit, [])) == [])
        #expect(FlagOverrides.matrix(.all(.newNav), .all(.search), .all(.plan)).count == 8)
        #expect(
            FlagOverrides.matrix(.values(.layout, [.grid]), .values("by-name", [1, "two"])) == [
                ["layout": "grid", "by-name": 1], ["layout": "grid", "by-name": "two"],
            ])
    }

    @Test("Supplies the arguments of a test", arguments: matrix)
    func arguments(_ flags: FlagOverrides) async {
        let client = await makeClient(["limit": 99])
        withFlags(flags) {
            #expect(client.allFlags == flags.values)
            #expect([1, 10].contains(client[.limit]))
        }
    }
}
