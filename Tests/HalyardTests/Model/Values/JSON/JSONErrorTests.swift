// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Testing

@testable import Halyard

struct JSONErrorTests {
    private func error(_ text: String, _ options: JSONReader.Options = .init()) throws -> JSONError {
        try #require(throws: JSONError.self) { try JSONReader(options: options).read(text) }
    }

    @Test("Reports the line, column, and pointer of a nested error")
    func deepError() throws {
        let text = """
            {
              "providers": {
                "unleash": {
                  "url": nope
                }
              }
            }
            """
        let error = try error(text)
        #expect(error.code == .syntax)
        #expect(error.offset == 49)
        #expect(error.line == 4)
        #expect(error.column == 14)
        #expect(error.pointer == "/providers/unleash/url")
        #expect(
            error.description == """
                4:14: error: /providers/unleash/url: Expected null, found other characters. Use true, false, or null \
                in lowercase.
                """)
    }

    @Test("Omits the pointer of an error about the whole document")
    func wholeText() throws {
        #expect(try error("").description == "1:1: error: Expected a value, found the end of the text.")
        #expect(try error("{} x").description == "1:4: error: Expected the end of the text, found 'x'.")
        #expect(try error("[\u{A0}]").description == "1:2: error: /0: Expected a value, found the byte 0xC2.")
    }

    @Test("Names the expected and the actual token of a structural error")
    func structure() throws {
        #expect(try error("{a:1}").description == "1:2: error: Expected a property name in double quotes, found 'a'.")
        #expect(
            try error("{\"a\" 1}").description == "1:6: error: /a: Expected ':' after the property name, found '1'.")
        #expect(try error("[1\n2]").description == "2:1: error: Expected ',' or ']', found '2'.")
        #expect(try error("{\"a\":1").description == "1:7: error: Expected ',' or '}', found the end of the text.")
    }

    @Test("Explains an invalid string or number")
    func scalars() throws {
        #expect(
            try error(#""C:\dir""#).description
                == #"1:4: error: Unknown escape sequence. Use \\ for a backslash."#)
        #expect(
            try error("\"a\tb\"").description
                == #"1:3: error: A string contains the control character 0x9. Use an escape sequence such as \n."#)
        #expect(
            try error(#"{"é": "\ud800"}"#).description
                == "1:9: error: /é: Incomplete surrogate pair. Use both halves, or the character itself.")
        #expect(
            try error("[1e400]").description
                == "1:2: error: /0: The number is too large. Use a number up to about 1.8e308.")
        #expect(try error("[1.]").description == "1:4: error: /0: Expected a digit after the decimal point.")
        #expect(try error("[01]").description == "1:2: error: /0: The number has a leading zero. Remove it.")
    }

    @Test("Names the limit that a document exceeds")
    func limits() throws {
        var options = JSONReader.Options()
        options.maximumBytes = 4
        options.maximumDepth = 1
        #expect(try error("[1,2]", options).description == "1:1: error: The text has 5 bytes, and the limit is 4.")
        #expect(try error("[[]]", options).description == "1:2: error: /0: The nesting exceeds 1 levels.")
    }

    @Test("Names a duplicate property")
    func duplicate() throws {
        var options = JSONReader.Options()
        options.refusesDuplicateMembers = true
        let error = try error("{\n  \"a\": 1,\n  \"a\": 2\n}", options)
        #expect(error.offset == 14)
        #expect(error.description == "3:3: error: /a: The object has two properties named \"a\".")
    }

    @Test("Converts to a diagnostic with a code, a file, and a location")
    func diagnostic() throws {
        let diagnostic = try error("[\n1 2]").diagnostic(file: "halyard.json")
        #expect(diagnostic.code == "jsonSyntax")
        #expect(diagnostic.severity == .error)
        #expect(diagnostic.location == .init(file: "halyard.json", line: 2, column: 3, pointer: ""))
        #expect(diagnostic.message == "Expected ',' or ']', found '2'.")
        #expect(diagnostic.suggestion == "Fix the text. JSON has no comments, trailing commas, or single quotes.")
    }

    @Test("Uses a stable diagnostic code for each error code")
    func diagnosticCodes() {
        let names = JSONError.Code.allCases.map { code in
            JSONError(code: code, message: "", offset: 0, line: 1, column: 1, pointer: "")
                .diagnostic(file: nil).code.rawValue
        }
        #expect(
            names == [
                "jsonSyntax", "jsonUnexpectedEnd", "jsonEncoding", "jsonNumberOutOfRange", "jsonTooDeep",
                "jsonTooLarge", "jsonDuplicateMember",
            ])
    }

    @Test("Keeps the message on one line if a name contains a line break")
    func oneLine() throws {
        #expect(try error("{\"a\\nb\": x}").description == "1:10: error: /a\\nb: Expected a value, found 'x'.")
    }
}
