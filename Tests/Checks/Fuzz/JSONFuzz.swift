// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// Passes arbitrary bytes to the JSON reader. It's compiled together with Sources/Halyard/JSON and its dependencies, with
// -sanitize=fuzzer,address. See the script in this folder.

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    do throws(JSONError) {
        defer { precondition(isPassed(bytes) == isRead(bytes), "Skipping and reading disagree.") }
        let value = try JSONReader().read(bytes)
        checkRoundTrip(value)
        checkLocations(of: value, in: bytes)
    } catch {
        precondition((0...count).contains(error.offset), "The error is outside the text.")
        precondition(error.line >= 1 && error.column >= 1, "A line or column is less than 1.")
        precondition(TextLines(bytes).position(of: error.offset).line == error.line, "The line and offset differ.")
    }
    return 0
}

private func isRead(_ bytes: [UInt8]) -> Bool { (try? JSONReader().read(bytes)) != nil }

/// Returns whether the text can be skipped as one value.
private func isPassed(_ bytes: [UInt8]) -> Bool {
    var scanner = JSONScanner(bytes)
    let result: Void? = try? scanner.document { (scanner) throws(JSONScanner.Fault) in try scanner.skipValue() }
    return result != nil
}

/// Checks that a value is the same after compact and pretty writing and reading.
private func checkRoundTrip(_ value: FlagValue) {
    for text in [JSONWriter.text(value), JSONWriter.prettyText(value)] {
        guard let again = try? JSONReader().read(text) else { preconditionFailure("The written text can't be read.") }
        precondition(again == value, "Reading the written text returns another value.")
    }
}

/// Checks that every property has a location in the text.
private func checkLocations(of value: FlagValue, in bytes: [UInt8]) {
    guard case .object(let members) = value, bytes.count < 4096 else { return }
    for name in members.keys.prefix(4) {
        let pointer = JSONPointer().appending(name)
        precondition(JSONPointer(parsing: pointer.description) == pointer, "A pointer's text doesn't convert back.")
        precondition(JSONLocator(bytes: bytes).position(of: pointer, .name) != nil, "A property has no location.")
    }
}
