// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import Testing

@Suite("Attribute references")
struct LaunchDarklyReferenceTests {
    @Test(
        "Reports why a reference is invalid",
        arguments: [
            ("", #""" isn't a valid attribute reference. It contains no attribute name."#),
            ("/", #""/" isn't a valid attribute reference. It contains no attribute name."#),
            ("//", #""//" isn't a valid attribute reference. It contains two slashes in a row, or ends with a slash."#),
            (
                "/a//b",
                #""/a//b" isn't a valid attribute reference. It contains two slashes in a row, or ends with a slash."#
            ),
            (
                "/a/",
                #""/a/" isn't a valid attribute reference. It contains two slashes in a row, or ends with a slash."#
            ),
            ("/a~", #""/a~" isn't a valid attribute reference. "~" must be followed by 0 or 1."#),
            ("/a~2b", #""/a~2b" isn't a valid attribute reference. "~" must be followed by 0 or 1."#),
        ])
    func invalid(text: String, why: String) {
        let reference = LaunchDarklyReference(text)
        #expect(!reference.isValid())
        #expect(reference.path == [])
        #expect(reference.problem?.code == .invalidReference)
        #expect(reference.problem?.message == why)
        #expect(reference.raw() == text)
        #expect(reference == LaunchDarklyReference(text))
        #expect(reference != LaunchDarklyReference(text + "/"))
    }

    @Test(
        "Parses names and paths",
        arguments: [
            ("a", ["a"]), ("a/b", ["a/b"]), ("a~1b", ["a~1b"]), ("/a", ["a"]), ("/a/b", ["a", "b"]),
            ("/a~1b", ["a/b"]), ("/a~0b", ["a~b"]), ("/~01", ["~1"]), ("/a b/ü", ["a b", "ü"]), ("/kind", ["kind"]),
        ])
    func valid(text: String, path: [String]) {
        let reference = LaunchDarklyReference(text)
        #expect(reference.path == path)
        #expect(reference.problem == nil)
        #expect(reference.description == text)
    }

    @Test(
        "Keeps a literal name, and writes a reference that parses to it",
        arguments: [
            ("a", "a"), ("a/b", "a/b"), ("/a", "/~1a"), ("/a/b~", "/~1a~1b~0"), ("~", "~"), ("a~1", "a~1"),
        ])
    func literal(name: String, text: String) {
        let reference = LaunchDarklyReference(literal: name)
        #expect(reference.path == [name])
        #expect(reference.raw() == text)
        #expect(LaunchDarklyReference(text) == reference)
    }

    @Test("Rejects an empty literal")
    func emptyLiteral() {
        #expect(LaunchDarklyReference(literal: "").problem?.code == .invalidReference)
    }

    @Test("Compares references by path, regardless of notation")
    func equality() {
        #expect(LaunchDarklyReference("/a~1b") == LaunchDarklyReference(literal: "a/b"))
        #expect(LaunchDarklyReference("/a") == "a")
        #expect(Set<LaunchDarklyReference>(["/a", "a", LaunchDarklyReference(literal: "a")]).count == 1)
        #expect(LaunchDarklyReference("/a/b") != "a/b")
    }

    @Test("Parses escaped generated names back to the same names", arguments: 0..<500)
    func property(seed: Int) {
        let random = SeededRandom(seed: UInt64(seed))
        let alphabet = Array("ab/~01 üπ")
        let names = (0..<(1 + random.next() % 4)).map { _ in
            String((0..<(1 + random.next() % 5)).map { _ in alphabet[Int(random.next() % UInt64(alphabet.count))] })
        }
        let text = names.map { name in
            "/"
                + name.map { character -> String in
                    switch character {
                    case "~": "~0"
                    case "/": "~1"
                    default: String(character)
                    }
                }.joined()
        }.joined()
        #expect(LaunchDarklyReference(text).path == names)
        #expect(LaunchDarklyReference(LaunchDarklyReference(literal: names[0]).raw()).path == [names[0]])
    }
}
