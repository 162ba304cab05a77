// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// Reads server-sent events out of bytes that are cut anywhere.
///
/// A plain value: one for each connection, used by one task at a time. What it finds does not depend on how the bytes
/// were cut. It follows the WHATWG's rules for interpreting an event stream:
/// https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
///
/// ```swift
/// var parser = ServerSentEventParser()
/// var items: [ServerSentEventParser.Item] = []
/// try parser.parse(chunk[...], into: &items)
/// ```
public struct ServerSentEventParser: Sendable {
    /// What a stream says.
    public enum Item: Sendable, Hashable {
        /// An event is complete.
        case event(ServerSentEvent)
        /// A comment line without its colon; many servers send them only to show that they are alive.
        case comment(String)
        /// The server asks for this pause before a new connection; at most 2,147,483,647 milliseconds.
        case retry(Duration)
    }

    /// How much of a stream is held at once.
    public struct Limits: Sendable, Hashable {
        /// The bytes of one line, without what ends it.
        public var lineSize: Int
        /// The bytes of the data of one event, line feeds between its lines included.
        public var eventSize: Int

        /// Makes limits; 16 MiB each by default.
        public init(lineSize: Int = 16 << 20, eventSize: Int = 16 << 20) {
            self.lineSize = lineSize
            self.eventSize = eventSize
        }
    }

    /// The identifier of the newest complete event that had one; empty when there was none.
    ///
    /// A new connection sends it back as `Last-Event-ID`, and its parser begins with it.
    public private(set) var lastEventID: String

    private let limits: Limits
    /// The beginning of a line whose end has not come yet.
    private var unfinished: [UInt8] = []
    private var isFirstLine = true
    /// The last chunk ended with a carriage return: a line feed that follows belongs to it.
    private var endedWithReturn = false
    private var failure: ServerSentEventError?

    /// The data lines of the unfinished event, joined; nil without any.
    private var data: String?
    /// How many bytes came for it.
    private var dataSize = 0
    private var type = ""
    private var eventID: String

    /// Makes a parser for a new connection.
    ///
    /// - Parameters:
    ///   - lastEventID: What an earlier connection's parser ended with.
    ///   - limits: How large a line and an event may be.
    public init(lastEventID: String = "", limits: Limits = Limits()) {
        self.lastEventID = lastEventID
        self.limits = limits
        eventID = lastEventID
    }

    /// Reads the next bytes and appends what they complete, in order.
    ///
    /// The time is linear in the bytes, whatever the chunks are. After an error, with which everything before the fault has
    /// been appended, every further call throws the same one.
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

    /// Reads a line, whose beginning may have come earlier.
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
    // A line is a range of the bytes around it: making slices of slices costs a third of the speed.
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

    /// The number of milliseconds that a `retry` field gives; nil unless it is written with digits alone.
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

/// The names of fields, as numbers: a 1, which keeps a leading zero byte from vanishing, and then their bytes.
private enum Field {
    static let comment: UInt64 = 0x01
    static let data: UInt64 = 0x01_64_61_74_61
    static let event: UInt64 = 0x01_65_76_65_6E_74
    static let id: UInt64 = 0x01_69_64
    static let retry: UInt64 = 0x01_72_65_74_72_79

    /// A field's name, 0 for every one that is longer than those above, and its value without one leading space.
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
