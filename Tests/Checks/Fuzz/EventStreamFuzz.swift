// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// Feeds arbitrary bytes to the parser of server-sent events. Compiled together with it and what it needs, with
// -sanitize=fuzzer,address; see the script beside this file.

private let limits = ServerSentEventParser.Limits(lineSize: 64, eventSize: 96)

/// Called by libFuzzer with each input: the first eight bytes say where the others are cut.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    let (sizes, bytes) = (input.prefix(8), input.dropFirst(8))
    let whole = read([bytes])
    checkLimits(whole)
    precondition(read(pieces(of: bytes, sizes: sizes.map(Int.init))) == whole, "what is read depends on the cuts")
    precondition(read(pieces(of: bytes, sizes: [1])) == whole, "what is read byte by byte differs")
    return 0
}

/// What came of a stream.
private struct Reading: Equatable {
    var items: [ServerSentEventParser.Item] = []
    var error: ServerSentEventError?
    var lastEventID = ""
}

private func read(_ pieces: [ArraySlice<UInt8>]) -> Reading {
    var reading = Reading()
    var parser = ServerSentEventParser(limits: limits)
    for piece in pieces {
        do throws(ServerSentEventError) {
            try parser.parse(piece, into: &reading.items)
        } catch {
            reading.error = error
        }
    }
    reading.lastEventID = parser.lastEventID
    return reading
}

/// The bytes in pieces of these sizes, over and over.
private func pieces(of bytes: ArraySlice<UInt8>, sizes: [Int]) -> [ArraySlice<UInt8>] {
    guard sizes.contains(where: { $0 > 0 }) else { return [bytes] }
    var pieces: [ArraySlice<UInt8>] = []
    var rest = bytes
    while !rest.isEmpty {
        for size in sizes {
            pieces.append(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
    }
    return pieces
}

private func checkLimits(_ reading: Reading) {
    for item in reading.items {
        switch item {
        // A byte that is not UTF-8 becomes a character of three.
        case .event(let event):
            precondition(event.data.utf8.count <= 3 * limits.eventSize, "an event is larger than allowed")
            precondition(event.type.utf8.count <= 3 * limits.lineSize, "a type is longer than its line")
            precondition(!event.type.isEmpty, "an event has a type")
        case .comment(let text):
            precondition(text.utf8.count <= 3 * limits.lineSize, "a comment is longer than its line")
        case .retry(let pause): precondition(pause >= .zero && pause < .seconds(2_147_484), "a pause is bounded")
        }
    }
}
