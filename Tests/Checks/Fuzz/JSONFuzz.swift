// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// Feeds arbitrary bytes to the JSON reader. Compiled together with Sources/Halyard/JSON and what it needs, with
// -sanitize=fuzzer,address; see the script beside this file.

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    do throws(JSONError) {
        defer { precondition(isPassed(bytes) == isRead(bytes), "what is passed is what is read") }
        let value = try JSONReader().read(bytes)
        checkRoundTrip(value)
        checkLocations(of: value, in: bytes)
    } catch {
        precondition((0...count).contains(error.offset), "the fault lies outside of the text")
        precondition(error.line >= 1 && error.column >= 1, "a position is counted from 1")
        precondition(TextLines(bytes).position(of: error.offset).line == error.line, "the line is the offset's")
    }
    return 0
}

private func isRead(_ bytes: [UInt8]) -> Bool { (try? JSONReader().read(bytes)) != nil }

/// Whether a text can be skipped as a whole.
private func isPassed(_ bytes: [UInt8]) -> Bool {
    var scanner = JSONScanner(bytes)
    let result: Void? = try? scanner.document { (scanner) throws(JSONScanner.Fault) in try scanner.skipValue() }
    return result != nil
}

/// What was read can be written and read again, compactly and prettily, and is the same.
private func checkRoundTrip(_ value: FlagValue) {
    for text in [JSONWriter.text(value), JSONWriter.prettyText(value)] {
        guard let again = try? JSONReader().read(text) else { preconditionFailure("cannot read what was written") }
        precondition(again == value, "reading what was written gives another value")
    }
}

/// Every member that can be reached is found in the text.
private func checkLocations(of value: FlagValue, in bytes: [UInt8]) {
    guard case .object(let members) = value, bytes.count < 4096 else { return }
    for name in members.keys.prefix(4) {
        let pointer = JSONPointer().appending(name)
        precondition(JSONPointer(parsing: pointer.description) == pointer, "a pointer survives its text")
        precondition(JSONLocator(bytes: bytes).position(of: pointer, .name) != nil, "a member has a place")
    }
}
