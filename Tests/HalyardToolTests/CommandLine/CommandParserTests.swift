// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Testing

@testable import HalyardTool

@Suite("CommandParser")
struct CommandParserTests {
    private let command = Command(
        "paint", "Paints.", operands: .init("WALL", 1...2, summary: "Which."), examples: [],
        options: [
            Option("colour", letter: "c", .word("COLOUR", ["red", "green"]), summary: "Which."),
            Option("coats", .text("N"), summary: "How many."), Option("fast", summary: "Hurries."),
            Option("skip", .file("FILE"), isRepeatable: true, summary: "What not."),
        ], statuses: []
    ) { _, _ in .success }

    private func read(_ words: [String]) throws(ToolError) -> Invocation { try CommandParser(command).read(words[...]) }

    @Test(
        "Rejects an invalid command line with a suggestion",
        arguments: [
            (["wall", "--colur", "red"], "Unknown option --colur. Did you mean --colour?"),
            (["wall", "-x"], "Unknown option -x."),
            (["wall", "--colour"], "Missing value after --colour. Use --colour COLOUR."),
            (["wall", "-c"], "Missing value after -c. Use -c COLOUR."),
            (
                ["wall", "--colour=gren"],
                "Unknown value for --colour: \"gren\". Did you mean \"green\"? Known values: \"green\", \"red\"."
            ),
            (["wall", "--colour", ""], "Unknown value for --colour: \"\". Known values: \"green\", \"red\"."),
            (["wall", "--fast=yes"], "--fast doesn't take a value. Remove \"=yes\"."),
            (["wall", "--coats", "1", "--coats=2"], "--coats is set twice. Remove one of them."),
            ([], "Missing argument WALL. Add it after the command."),
            (["--fast"], "Missing argument WALL. Add it after the command."),
            (["a", "b", "c"], "Unexpected argument \"c\". Remove it."),
        ])
    func refused(words: [String], message: String) {
        #expect(throws: ToolError.usage(message)) { try read(words) }
    }

    @Test("Accepts options in any position and both spellings, until --")
    func spellings() throws {
        let invocation = try read([
            "wall", "-c", "red", "--skip=a=b", "--fast", "--skip", "--fast", "--coats=", "--fast", "--", "--skip",
        ])
        #expect(invocation.operands == ["wall", "--skip"])
        #expect(invocation.texts(Option("skip", summary: "")) == ["a=b", "--fast"])
        #expect(invocation.text(Option("colour", summary: "")) == "red")
        #expect(invocation.text(Option("coats", summary: "")) == "")
        #expect(invocation.isSet(Option("fast", summary: "")))
        #expect(!invocation.isSet(.quiet))
        #expect(try read(["-"]).operands == ["-"])
    }

    @Test(
        "Reads durations with a unit, or in seconds",
        arguments: [("500ms", 500), ("2", 2000), ("1.5s", 1500), ("2m", 120_000), ("0", 0)])
    func durations(text: String, milliseconds: Int) throws {
        let invocation = Invocation(operands: [], values: ["timeout": [text]])
        #expect(try invocation.duration(.timeout, default: .seconds(9)) == .milliseconds(milliseconds))
    }

    @Test("Rejects invalid durations", arguments: ["soon", "-1", "", "1e400", "nan", "inf"])
    func noDuration(text: String) {
        let invocation = Invocation(operands: [], values: ["timeout": [text]])
        #expect(
            throws: ToolError.usage("Invalid duration \"\(text)\" for --timeout. Use seconds, or 500ms, 10s, 2m.")
        ) { try invocation.duration(.timeout, default: .zero) }
    }

    @Test("Prefers help to invalid options, but not after --")
    func help() {
        #expect(CommandParser.asksForHelp(["--nonsense", "-h"]))
        #expect(CommandParser.asksForHelp(["--help"]))
        #expect(!CommandParser.asksForHelp(["--", "--help"]))
    }
}
