// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Testing

@testable import FlagServer

@Suite struct ServerArgumentsTests {
    @Test("a file alone is served at port 8765, without a context or a file of overrides")
    func file() throws {
        #expect(
            try ServerArguments.read(["flags.json"])
                == ServerArguments(source: .flags(file: "flags.json"), port: 8765, save: nil, context: nil))
    }

    @Test("all options, with and without an equals sign")
    func options() throws {
        let expected = ServerArguments(
            source: .configuration(file: "halyard.json"), port: 0, save: "overrides.json",
            context: .user("ada", ["plan": "gold"]))
        let context = #"{"key": "ada", "attributes": {"plan": "gold"}}"#
        #expect(
            try ServerArguments.read([
                "--config", "halyard.json", "--port", "0", "--save", "overrides.json", "--context", context,
            ]) == expected)
        #expect(
            try ServerArguments.read([
                "--config=halyard.json", "--port=0", "--save=overrides.json", "--context=\(context)",
            ]) == expected)
    }

    @Test("help wins over everything else")
    func help() throws {
        #expect(try ServerArguments.read(["--nonsense", "--help"]) == nil)
        #expect(try ServerArguments.read(["-h"]) == nil)
    }

    @Test(
        "a mistake says what is wrong",
        arguments: [
            ([], "There is no file. Name one with flags, or a configuration with --config."),
            (["a.json", "b.json"], "There are two files, a.json and b.json. Name one."),
            (["a.json", "--config", "b.json"], "There are two files, a.json and b.json. Name one."),
            (["--prot", "1"], "Unknown option --prot. The options are --config, --port, --save, --context."),
            (["a.json", "--port"], "--port needs a value."),
            (["a.json", "--port="], "--port needs a value."),
            (["a.json", "--port", "65536"], "--port needs a number from 0 to 65535, not \"65536\"."),
            (["a.json", "--port=-1"], "--port needs a number from 0 to 65535, not \"-1\"."),
        ])
    func mistakes(arguments: [String], expected: String) {
        #expect(throws: ServerArguments.Mistake(description: expected)) { try ServerArguments.read(arguments) }
    }

    @Test("a context that is none says where it is wrong")
    func context() throws {
        let broken = #expect(throws: ServerArguments.Mistake.self) {
            try ServerArguments.read(["a.json", "--context", "{\"key\": 1}"])
        }
        #expect(try #require(broken).description.contains("/key"))
        let noJSON = #expect(throws: ServerArguments.Mistake.self) {
            try ServerArguments.read(["a.json", "--context", "ada"])
        }
        #expect(try #require(noJSON).description.hasPrefix("--context is no context: "))
    }
}
