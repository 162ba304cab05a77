// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardTransport
import Testing

@Suite("ServerSentEventParser")
struct ServerSentEventParserTests {
    typealias Item = ServerSentEventParser.Item

    struct Row: Sendable, CustomTestStringConvertible {
        var rule: String
        var text: [UInt8]
        var items: [Item]

        init(_ rule: String, _ text: String, _ items: [Item]) {
            self.init(rule, bytes: Array(text.utf8), items)
        }

        init(_ rule: String, bytes: [UInt8], _ items: [Item]) {
            (self.rule, text, self.items) = (rule, bytes, items)
        }

        var testDescription: String { rule }
    }

    private static func event(_ data: String, type: String = "message", id: String = "") -> Item {
        .event(ServerSentEvent(type: type, data: data, lastEventID: id))
    }

    /// The rules of section 9.2.6 of the HTML standard, with some of its examples.
    static let rows: [Row] = [
        Row("an event has a type and data", "event: put\ndata: {}\n\n", [event("{}", type: "put")]),
        Row("an event without a type is a message", "data: a\n\n", [event("a")]),
        Row("data lines are joined by line feeds", "data: YHOO\ndata: +2\ndata: 10\n\n", [event("YHOO\n+2\n10")]),
        Row("one leading space is removed", "data:a\ndata:  b\ndata:\tc\n\n", [event("a\n b\n\tc")]),
        Row(
            "a field without a colon has an empty value", "data\n\ndata\ndata\n\ndata:",
            [event(""), event("\n")]),
        Row("an event without data is ignored", "event: put\n\nid: 1\n\n\n\n", []),
        Row("an event without data resets the type", "event: put\n\ndata: a\n\n", [event("a")]),
        Row("the last type of an event counts", "event: a\nevent: b\ndata: c\n\n", [event("c", type: "b")]),
        Row("an event with an empty type is a message", "event: a\nevent\ndata: c\n\n", [event("c")]),
        Row(
            "a type doesn't apply to the next event", "event: a\ndata: 1\n\ndata: 2\n\n",
            [event("1", type: "a"), event("2")]),
        Row("lines end with a line feed", "data: a\ndata: b\n\n", [event("a\nb")]),
        Row("lines end with a carriage return", "data: a\rdata: b\r\r", [event("a\nb")]),
        Row("lines end with a carriage return and a line feed", "data: a\r\ndata: b\r\n\r\n", [event("a\nb")]),
        Row("line endings can be mixed", "data: a\r\ndata: b\rdata: c\n\r", [event("a\nb\nc")]),
        Row(
            "a carriage return after a line feed ends a line", "data: a\n\rdata: b\n\n", [event("a"), event("b")]),
        Row(
            "a comment is reported", ": still here\n:\n::\n", [.comment(" still here"), .comment(""), .comment(":")]),
        Row("a comment doesn't end an event", "data: a\n:\ndata: b\n\n", [.comment(""), event("a\nb")]),
        Row(
            "unknown fields are ignored", "dat: a\ndatas: b\nDATA: c\n data: d\n\u{0}data: e\ndata: f\n\n", [event("f")]
        ),
        Row(
            "an identifier applies to later events", "id: 1\ndata: a\n\ndata: b\n\n",
            [event("a", id: "1"), event("b", id: "1")]),
        Row("an empty identifier clears it", "id: 1\ndata: a\n\nid\ndata: b\n\n", [event("a", id: "1"), event("b")]),
        Row(
            "an identifier with a zero byte is ignored", "id: 1\ndata: a\n\nid: 2\u{0}\ndata: b\n\n",
            [event("a", id: "1"), event("b", id: "1")]),
        Row("an event without data sets the identifier", "id: 1\n\ndata: b\n\n", [event("b", id: "1")]),
        Row("a retry time applies immediately, without an event", "retry: 1500\n", [.retry(.milliseconds(1500))]),
        Row("a retry time has only digits", "retry\nretry: \nretry: 1.5\nretry: -1\nretry: 1s\nretry: \u{661}\n", []),
        Row("a retry time is limited", "retry: 99999999999999999999\n", [.retry(.milliseconds(2_147_483_647))]),
        Row("an unfinished event is dropped", "data: a\n\ndata: b\n", [event("a")]),
        Row("an unfinished line is dropped", "data: a\n\ndata: b", [event("a")]),
        Row("a byte order mark at the start is dropped", "\u{FEFF}data: a\n\n", [event("a")]),
        Row("a second byte order mark is part of the line", "\u{FEFF}\u{FEFF}data: a\n\ndata: b\n\n", [event("b")]),
        Row("a later byte order mark is part of the line", "\n\u{FEFF}data: a\n\ndata: b\n\n", [event("b")]),
        Row("multibyte characters are decoded", "data: é€😀\n\n", [event("é€😀")]),
        Row(
            "invalid UTF-8 bytes are replaced",
            bytes: Array("data: a".utf8) + [0xFF, 0xE2, 0x82] + Array("\n\n".utf8),
            [event("a\u{FFFD}\u{FFFD}")]),
        Row(
            "a ping of the Relay Proxy has a space as its data", "event: ping\ndata:  \n\n", [event(" ", type: "ping")]),
    ]

    @Test("Parses a stream according to the HTML standard", arguments: rows)
    func rules(row: Row) throws {
        var parser = ServerSentEventParser()
        var items: [Item] = []
        try parser.parse(row.text[...], into: &items)
        #expect(items == row.items)
    }

    @Test("Parses pieces of any size into the same items", arguments: rows)
    func cuts(row: Row) throws {
        for size in 1...max(1, row.text.count) {
            var parser = ServerSentEventParser()
            var items: [Item] = []
            for start in stride(from: 0, to: row.text.count, by: size) {
                try parser.parse(row.text[start..<min(start + size, row.text.count)], into: &items)
                try parser.parse([], into: &items)
            }
            #expect(items == row.items, "pieces of \(size) bytes")
        }
    }

    @Test("Keeps the last event ID of a complete event for a new connection")
    func lastEventID() throws {
        var parser = ServerSentEventParser()
        var items: [Item] = []
        try parser.parse(Array("id: 1\n\nid: 2\ndata: a\n".utf8)[...], into: &items)
        #expect(parser.lastEventID == "1")
        var next = ServerSentEventParser(lastEventID: parser.lastEventID)
        try next.parse(Array("data: b\n\n".utf8)[...], into: &items)
        #expect(items == [Self.event("b", id: "1")])
    }

    @Test(
        "Throws for a line or event beyond its limit, after earlier events",
        arguments: [
            ("data: a\n\ndata: 123456\n\n", nil),
            ("data: a\n\ndata: 1234567\n\n", .lineTooLong(limit: 12)),
            ("data: a\n\ndata: 1234567", .lineTooLong(limit: 12)),
            ("data: a\n\n:23456789012\n\n", nil),
            ("data: a\n\n:234567890123\n\n", .lineTooLong(limit: 12)),
            ("data: a\n\ndata: 1234\ndata: 678\n\n", nil),
            ("data: a\n\ndata: 1234\ndata: 6789\n\n", .eventTooLarge(limit: 8)),
            ("data: a\n\ndata: 1234\n\ndata: 12345678\n\n", .lineTooLong(limit: 12)),
        ] as [(String, ServerSentEventError?)])
    func limits(text: String, error: ServerSentEventError?) {
        let bytes = Array(text.utf8)
        for size in [1, 5, bytes.count] {
            var parser = ServerSentEventParser(limits: .init(lineSize: 12, eventSize: 8))
            var items: [Item] = []
            var thrown: ServerSentEventError?
            for start in stride(from: 0, to: bytes.count, by: size) {
                do {
                    try parser.parse(bytes[start..<min(start + size, bytes.count)], into: &items)
                } catch {
                    thrown = error
                }
            }
            #expect(thrown == error)
            #expect(items.first == Self.event("a"))
            if let error {
                #expect(throws: error) { try parser.parse(Array("\n\ndata: b\n\n".utf8)[...], into: &items) }
            }
        }
    }

    @Test("Describes errors with the exceeded limit")
    func descriptions() {
        #expect(
            ServerSentEventError.lineTooLong(limit: 5).description
                == "A line of the event stream has more than 5 bytes.")
        #expect(
            ServerSentEventError.eventTooLarge(limit: 9).description
                == "An event of the stream has more than 9 bytes of data.")
    }
}
