// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// Passes arbitrary bytes to the parser of server-sent events. It's compiled together with the parser and its dependencies, with
// -sanitize=fuzzer,address. See the script in this folder.

private let limits = ServerSentEventParser.Limits(lineSize: 64, eventSize: 96)

/// Called by libFuzzer with each input, whose first eight bytes are the sizes of the pieces.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    let (sizes, bytes) = (input.prefix(8), input.dropFirst(8))
    let whole = read([bytes])
    checkLimits(whole)
    precondition(read(pieces(of: bytes, sizes: sizes.map(Int.init))) == whole, "The result depends on the pieces.")
    precondition(read(pieces(of: bytes, sizes: [1])) == whole, "The result differs if the bytes arrive one by one.")
    return 0
}

/// The parsed contents of a stream.
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

/// Returns the bytes in pieces with the sizes, which repeat.
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
        // An invalid UTF-8 byte becomes a character of three bytes.
        case .event(let event):
            precondition(event.data.utf8.count <= 3 * limits.eventSize, "An event exceeds the size limit.")
            precondition(event.type.utf8.count <= 3 * limits.lineSize, "A type exceeds the line limit.")
            precondition(!event.type.isEmpty, "An event has an empty type.")
        case .comment(let text):
            precondition(text.utf8.count <= 3 * limits.lineSize, "A comment exceeds the line limit.")
        case .retry(let pause): precondition(pause >= .zero && pause < .seconds(2_147_484), "The time is out of range.")
        }
    }
}
