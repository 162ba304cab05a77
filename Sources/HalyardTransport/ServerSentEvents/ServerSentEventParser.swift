// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// A parser that reads server-sent events from chunks of bytes.
///
/// It's a value. Use one parser for each connection, from one task at a time. The result doesn't depend on the chunks. The
/// parser follows the WHATWG's rules for interpreting an event stream:
/// https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
///
/// ```swift
/// var parser = ServerSentEventParser()
/// var items: [ServerSentEventParser.Item] = []
/// try parser.parse(chunk[...], into: &items)
/// ```
public struct ServerSentEventParser: Sendable {
    /// A part of a stream.
    public enum Item: Sendable, Hashable {
        /// A complete event.
        case event(ServerSentEvent)
        /// A comment line without its colon, which many servers send only as a heartbeat.
        case comment(String)
        /// The delay that the server requests before a new connection, which is at most 2,147,483,647 milliseconds.
        case retry(Duration)
    }

    /// The limits of the data in memory.
    public struct Limits: Sendable, Hashable {
        /// The maximum size of one line without its line ending, in bytes.
        public var lineSize: Int
        /// The maximum size of one event's data, including the line feeds between its lines, in bytes.
        public var eventSize: Int

        /// Creates limits, by default 16 MiB each.
        public init(lineSize: Int = 16 << 20, eventSize: Int = 16 << 20) {
            self.lineSize = lineSize
            self.eventSize = eventSize
        }
    }

    /// The identifier of the latest complete event that had one, or an empty string.
    ///
    /// A new connection sends it as `Last-Event-ID`, and its parser starts with it.
    public private(set) var lastEventID: String

    private let limits: Limits
    /// The beginning of an unfinished line.
    private var unfinished: [UInt8] = []
    private var isFirstLine = true
    /// A Boolean value that indicates whether the last chunk ended with a carriage return, which a line feed can follow.
    private var endedWithReturn = false
    private var failure: ServerSentEventError?

    /// The joined data lines of the unfinished event, or `nil` for none.
    private var data: String?
    /// The number of data bytes that have arrived.
    private var dataSize = 0
    private var type = ""
    private var eventID: String

    /// Creates a parser for a new connection.
    ///
    /// - Parameters:
    ///   - lastEventID: The last event ID of an earlier connection's parser.
    ///   - limits: The maximum sizes of a line and an event.
    public init(lastEventID: String = "", limits: Limits = Limits()) {
        self.lastEventID = lastEventID
        self.limits = limits
        eventID = lastEventID
    }

    /// Reads the next bytes, and appends the items that they complete in order.
    ///
    /// The time is linear in the number of bytes, regardless of the chunks. If it throws an error, the items before the problem
    /// have been appended, and every further call throws the same error.
    public mutating func parse(
        _ bytes: ArraySlice<UInt8>, into items: inout [Item]
    ) throws(ServerSentEventError) {
        if let failure { throw failure }
        do throws(ServerSentEventError) {
            try readLines(bytes, into: &items)
        } catch {
            failure = error
            throw error
        }
    }
}

// MARK: - Lines

extension ServerSentEventParser {
    private mutating func readLines(
        _ bytes: ArraySlice<UInt8>, into items: inout [Item]
    ) throws(ServerSentEventError) {
        guard !bytes.isEmpty else { return }
        var start = bytes.startIndex
        if endedWithReturn, bytes[start] == Byte.lineFeed { start += 1 }
        endedWithReturn = false
        var nextReturn = Platform.firstIndex(of: Byte.carriageReturn, in: bytes, start..<bytes.endIndex)
        while start < bytes.endIndex {
            let lineEnd = Platform.firstIndex(of: Byte.lineFeed, in: bytes, start..<nextReturn)
            guard lineEnd < bytes.endIndex else { break }
            try readLine(bytes, start..<lineEnd, into: &items)
            start = lineEnd + 1
            guard lineEnd == nextReturn else { continue }
            if start == bytes.endIndex {
                endedWithReturn = true
            } else if bytes[start] == Byte.lineFeed {
                start += 1
            }
            nextReturn = Platform.firstIndex(of: Byte.carriageReturn, in: bytes, start..<bytes.endIndex)
        }
        guard start < bytes.endIndex else { return }
        guard bytes.endIndex - start <= limits.lineSize - unfinished.count else { throw lineTooLong }
        unfinished.append(contentsOf: bytes[start...])
    }

    /// Reads a line, whose beginning might have arrived earlier.
    private mutating func readLine(
        _ bytes: ArraySlice<UInt8>, _ range: Range<Int>, into items: inout [Item]
    ) throws(ServerSentEventError) {
        guard range.count <= limits.lineSize - unfinished.count else { throw lineTooLong }
        if unfinished.isEmpty { return try interpret(bytes, range, into: &items) }
        unfinished.append(contentsOf: bytes[range])
        let line = unfinished[...]
        unfinished = []
        try interpret(line, line.indices, into: &items)
    }

    private var lineTooLong: ServerSentEventError { .lineTooLong(limit: limits.lineSize) }
}

// MARK: - Fields

extension ServerSentEventParser {
    // A line is a range of the surrounding bytes, because slices of slices reduce the speed by a third.
    private mutating func interpret(
        _ bytes: ArraySlice<UInt8>, _ wholeLine: Range<Int>, into items: inout [Item]
    ) throws(ServerSentEventError) {
        var line = wholeLine
        if isFirstLine {
            isFirstLine = false
            if bytes[line].starts(with: Byte.byteOrderMark) { line = line.dropFirst(Byte.byteOrderMark.count) }
        }
        guard !line.isEmpty else { return dispatch(into: &items) }
        let (name, value) = Field.split(bytes, line)
        switch name {
        case Field.comment: items.append(.comment(Self.text(bytes[value])))
        case Field.data: try append(bytes, value)
        case Field.event: type = Self.text(bytes[value])
        case Field.id where !bytes[value].contains(0): eventID = Self.text(bytes[value])
        case Field.retry: if let pause = Self.pause(bytes[value]) { items.append(.retry(pause)) }
        default: break
        }
    }

    private mutating func append(
        _ bytes: ArraySlice<UInt8>, _ value: Range<Int>
    ) throws(ServerSentEventError) {
        let separator = data == nil ? 0 : 1
        guard value.count <= limits.eventSize - dataSize - separator else {
            throw .eventTooLarge(limit: limits.eventSize)
        }
        dataSize += value.count + separator
        if data == nil {
            data = Self.text(bytes[value])
        } else {
            data?.append("\n")
            data?.append(Self.text(bytes[value]))
        }
    }

    private mutating func dispatch(into items: inout [Item]) {
        lastEventID = eventID
        let event = data.map { data in
            ServerSentEvent(type: type.isEmpty ? "message" : type, data: data, lastEventID: lastEventID)
        }
        if let event { items.append(.event(event)) }
        (data, dataSize, type) = (nil, 0, "")
    }

    /// Returns the duration of a `retry` field in milliseconds, or `nil` unless it contains only digits.
    private static func pause(_ value: ArraySlice<UInt8>) -> Duration? {
        guard !value.isEmpty else { return nil }
        let longest: Int64 = 2_147_483_647
        var milliseconds: Int64 = 0
        for byte in value {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            milliseconds = min(milliseconds * 10 + Int64(byte - UInt8(ascii: "0")), longest)
        }
        return .milliseconds(milliseconds)
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}

/// The names of fields as numbers: a 1, which preserves a leading zero byte, followed by the name's bytes.
private enum Field {
    static let comment: UInt64 = 0x01
    static let data: UInt64 = 0x01_64_61_74_61
    static let event: UInt64 = 0x01_65_76_65_6E_74
    static let id: UInt64 = 0x01_69_64
    static let retry: UInt64 = 0x01_72_65_74_72_79

    /// Returns a field's name, or 0 for a longer name than those above, and its value without one leading space.
    static func split(_ bytes: ArraySlice<UInt8>, _ line: Range<Int>) -> (name: UInt64, value: Range<Int>) {
        var name: UInt64 = 1
        var index = line.lowerBound
        while index < line.upperBound, bytes[index] != Byte.colon {
            guard index - line.lowerBound < 5 else { return (0, line) }
            name = name << 8 | UInt64(bytes[index])
            index += 1
        }
        if index < line.upperBound { index += 1 }
        let isComment = name == comment
        if !isComment, index < line.upperBound, bytes[index] == Byte.space { index += 1 }
        return (name, index..<line.upperBound)
    }
}

private enum Byte {
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let colon: UInt8 = 0x3A
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
