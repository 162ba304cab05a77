// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardManifest
import Testing

@Suite struct SwiftNameTests {
    private func name(_ key: String) throws -> String {
        let manifest = ManifestMerge([.init(key, default: JSONNode(.bool(true)))])
        let names = MemberNames(of: FlagManifest.read(Array(try #require(manifest.text).utf8)).manifest)
        return try #require(names.members[key])
    }

    @Test(
        "Creates idiomatic Swift names",
        arguments: [
            ("new-nav", "newNav"), ("NEW_NAV", "newNav"), ("new.nav", "newNav"), ("newNav", "newNav"),
            ("NewNav", "newNav"),
            ("HTTPProxy", "httpProxy"), ("use-HTTPProxy", "useHTTPProxy"), ("userID", "userID"), ("2fa", "_2fa"),
            ("1.23", "_1_23"), ("12.3", "_12_3"), ("v2.0-beta", "v2_0Beta"), ("init", "initFlag"), ("self", "selfFlag"),
            ("Self", "selfFlag"), ("class", "class"), ("---", "flagx2dx2dx2d"), ("🚀", "flagx1f680"), ("#hash", "hash"),
            ("größe", "größe"), ("Größe-XL", "größeXL"), ("日本-語", "日本語"), ("pay\u{200B}pal", "payPal"),
        ])
    func names(key: String, expected: String) throws {
        #expect(try name(key) == expected)
    }

    @Test("Creates a valid name for any character")
    func everyCharacter() {
        // Changing a character's case can produce several characters.
        let scalars = (0...0x10FFFF).compactMap(Unicode.Scalar.init).filter {
            $0.properties.changesWhenTitlecased || $0.properties.changesWhenLowercased || $0.value < 0x800
        }
        var flags: [ManifestMerge.Flag] = []
        for scalar in scalars {
            flags.append(.init("\(scalar)", default: JSONNode(.bool(true))))
            flags.append(.init("x-\(scalar)Z\(scalar)a", default: JSONNode(.bool(true))))
        }
        let merged = ManifestMerge(flags)
        #expect(merged.problems == [])
        let names = MemberNames(of: FlagManifest.read(Array((merged.text ?? "").utf8)).manifest).members.values
        #expect(names.count > 8_000)
        let named = Set(names).map { name in
            #""\#(flagNumber(name))": { "flagType": "boolean", "defaultValue": true, "swift": { "name": "\#(name)" } }"#
        }
        #expect(problems(Array("{ \"flags\": { \(named.joined(separator: ",\n")) } }".utf8)) == [])
    }

    private func flagNumber(_ name: String) -> String {
        name.unicodeScalars.map { String($0.value) }.joined(separator: "-")
    }
}
