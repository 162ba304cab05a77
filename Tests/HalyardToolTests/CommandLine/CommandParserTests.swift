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
        "a wrong command line is refused with what to write instead",
        arguments: [
            (["wall", "--colur", "red"], "There is no option --colur here. Did you mean --colour?"),
            (["wall", "-x"], "There is no option -x here."),
            (["wall", "--colour"], "--colour needs a value. Write --colour COLOUR."),
            (["wall", "-c"], "-c needs a value. Write -c COLOUR."),
            (
                ["wall", "--colour=gren"],
                "No value of --colour is named \"gren\". Did you mean \"green\"? The known ones: \"green\", \"red\"."
            ),
            (["wall", "--colour", ""], "No value of --colour is named \"\". The known ones: \"green\", \"red\"."),
            (["wall", "--fast=yes"], "--fast takes no value. Leave out \"=yes\"."),
            (["wall", "--coats", "1", "--coats=2"], "--coats is given twice. Leave out one."),
            ([], "WALL is missing. Write it behind the command."),
            (["--fast"], "WALL is missing. Write it behind the command."),
            (["a", "b", "c"], "\"c\" is one argument too many. Leave it out."),
        ])
    func refused(words: [String], message: String) {
        #expect(throws: ToolError.usage(message)) { try read(words) }
    }

    @Test("options may stand anywhere, in both spellings; after -- nothing is an option")
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
        "a length of time has a unit, or is in seconds",
        arguments: [("500ms", 500), ("2", 2000), ("1.5s", 1500), ("2m", 120_000), ("0", 0)])
    func durations(text: String, milliseconds: Int) throws {
        let invocation = Invocation(operands: [], values: ["timeout": [text]])
        #expect(try invocation.duration(.timeout, default: .seconds(9)) == .milliseconds(milliseconds))
    }

    @Test("what is no length of time is refused", arguments: ["soon", "-1", "", "1e400", "nan", "inf"])
    func noDuration(text: String) {
        let invocation = Invocation(operands: [], values: ["timeout": [text]])
        #expect(
            throws: ToolError.usage("\"\(text)\" is no length of time for --timeout. Write 500ms, 10s or 2m.")
        ) { try invocation.duration(.timeout, default: .zero) }
    }

    @Test("help wins over all that is wrong, but not after --")
    func help() {
        #expect(CommandParser.asksForHelp(["--nonsense", "-h"]))
        #expect(CommandParser.asksForHelp(["--help"]))
        #expect(!CommandParser.asksForHelp(["--", "--help"]))
    }
}
