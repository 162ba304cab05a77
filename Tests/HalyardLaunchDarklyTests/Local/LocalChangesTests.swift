// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import Testing

@testable import HalyardLaunchDarkly

@Suite("LaunchDarkly rules in JSON")
struct LocalChangesTests {
    private static let document = #"""
        {"segments": {"s": {"version": 1, "included": ["ä", "b"]}, "none": null},
         "flags": {"a": {"version": 3, "on": true, "variations": [1.50, {"x": null}]}, "a/b": {"on": false}}, "metrics": [1]}
        """#

    @Test("Keeps the JSON of each flag and segment unchanged")
    func texts() throws {
        let changes = try #require(LocalChanges(Array(Self.document.utf8)))
        #expect(
            changes.flags.map { "\($0.key): \($0.text)" } == [
                #"a: {"version": 3, "on": true, "variations": [1.50, {"x": null}]}"#, #"a/b: {"on": false}"#,
            ])
        #expect(changes.segments.map(\.text) == [#"{"version": 1, "included": ["ä", "b"]}"#])
    }

    @Test("The last of several properties with the same name counts")
    func duplicates() throws {
        let text =
            #"{"flags":true,"flags":{"a":{"on":true},"b":{"on":true},"a":{"on":false},"b":null},"segments":null}"#
        let changes = try #require(LocalChanges(Array(text.utf8)))
        #expect(changes.flags.map { "\($0.key): \($0.text)" } == [#"a: {"on":false}"#])
    }

    @Test("Reads 1,000 damaged documents like the JSON reader")
    func mutations() {
        let random = SeededRandom(seed: 51)
        let pieces = Array("{}[]\",:\\ntrue0é\u{0} flags".utf8)
        var accepted = 0
        for _ in 0..<1000 {
            var bytes = Array(Self.document.utf8)
            for _ in 0...(random.next() % 3) {
                let place = Int(random.next() % UInt64(bytes.count))
                switch random.next() % 3 {
                case 0: bytes.remove(at: place)
                case 1: bytes[place] = pieces[Int(random.next() % UInt64(pieces.count))]
                default: bytes.insert(pieces[Int(random.next() % UInt64(pieces.count))], at: place)
                }
            }
            let expected = (try? JSONReader().read(bytes)).flatMap { LocalChanges($0) }
            let found = LocalChanges(bytes)
            #expect(values(found) == values(expected), "\(String(decoding: bytes, as: UTF8.self))")
            if found != nil { accepted += 1 }
        }
        #expect(accepted > 100 && accepted < 900)
    }

    private func values(_ changes: LocalChanges?) -> [String: FlagValue]? {
        changes.map { changes in
            Dictionary(
                (changes.flags.map { ("f" + $0.key, $0) } + changes.segments.map { ("s" + $0.key, $0) })
                    .map { ($0, (try? JSONReader().read($1.text)) ?? .null) }, uniquingKeysWith: { $1 })
        }
    }
}
