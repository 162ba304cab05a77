// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Testing

@testable import FlagServer

@Suite struct ServerArgumentsTests {
    @Test("Uses port 8765 and no context or override file by default")
    func file() throws {
        #expect(
            try ServerArguments.read(["flags.json"])
                == ServerArguments(source: .flags(file: "flags.json"), port: 8765, save: nil, context: nil))
    }

    @Test("Reads all options with and without an equals sign")
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

    @Test("Returns no arguments when help is requested")
    func help() throws {
        #expect(try ServerArguments.read(["--nonsense", "--help"]) == nil)
        #expect(try ServerArguments.read(["-h"]) == nil)
    }

    @Test(
        "Reports an invalid command line",
        arguments: [
            ([], "Missing file. Add a file with flags, or a configuration with --config."),
            (["a.json", "b.json"], #"Found two files, "a.json" and "b.json". Use only one."#),
            (["a.json", "--config", "b.json"], #"Found two files, "a.json" and "b.json". Use only one."#),
            (["--prot", "1"], #"Unknown option "--prot". Use --config, --port, --save, --context, or --help."#),
            (["a.json", "--port"], "Missing value after --port."),
            (["a.json", "--port="], "Missing value after --port."),
            (["a.json", "--port", "65536"], "Invalid port \"65536\". Use a number from 0 to 65535."),
            (["a.json", "--port=-1"], "Invalid port \"-1\". Use a number from 0 to 65535."),
        ])
    func mistakes(arguments: [String], expected: String) {
        #expect(throws: ServerArguments.Mistake(description: expected)) { try ServerArguments.read(arguments) }
    }

    @Test("Reports the location of an error in the context")
    func context() throws {
        let broken = #expect(throws: ServerArguments.Mistake.self) {
            try ServerArguments.read(["a.json", "--context", "{\"key\": 1}"])
        }
        #expect(try #require(broken).description.contains("/key"))
        let noJSON = #expect(throws: ServerArguments.Mistake.self) {
            try ServerArguments.read(["a.json", "--context", "ada"])
        }
        #expect(try #require(noJSON).description.hasPrefix("Invalid value for --context: "))
    }
}
