// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The JSON of one value, which was checked as part of a document.
///
/// It's a copy, so that a flag that outlives its document doesn't keep all of it in memory. It's an immutable value
/// that can be used on any thread.
package struct JSONText: Sendable, Equatable {
    /// The JSON, as UTF-8.
    let bytes: [UInt8]

    /// The options of the document's reader, except that a record is nested more deeply than the response that it stores.
    private static let options: JSONReader.Options = {
        var options = JSONReader.Options()
        options.maximumDepth += 16
        return options
    }()

    /// Creates a copy of a part of a document.
    init(_ part: ArraySlice<UInt8>) { bytes = Array(part) }

    /// Creates the JSON of a value from a string.
    package init(_ text: String) { bytes = Array(text.utf8) }

    /// Creates the JSON of an object with one property, whose name needs no escape sequences.
    package init(_ name: StaticString, _ value: JSONText) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(name.utf8CodeUnitCount + value.bytes.count + 5)
        bytes += [UInt8(ascii: "{"), UInt8(ascii: "\"")]
        name.withUTF8Buffer { bytes += $0 }
        bytes += [UInt8(ascii: "\""), UInt8(ascii: ":")]
        bytes += value.bytes
        bytes.append(UInt8(ascii: "}"))
        self.bytes = bytes
    }

    /// A scanner at the start of the value.
    package var scanner: JSONScanner { JSONScanner(bytes, options: Self.options) }

    /// The value, or null if the JSON isn't complete.
    package var value: FlagValue {
        var scanner = scanner
        return (try? scanner.document()) ?? .null
    }

    /// Returns the value without one of its properties, such as a large one that isn't needed.
    ///
    /// Returns null if the JSON isn't a complete object.
    func object(except name: String) -> FlagValue {
        var scanner = scanner
        var members: [String: FlagValue] = [:]
        guard scanner.next == UInt8(ascii: "{") else { return .null }
        do throws(JSONScanner.Fault) {
            try scanner.forEachMember { (scanner, member, _) throws(JSONScanner.Fault) in
                if member == name { try scanner.skipValue() } else { members[member] = try scanner.value() }
            }
        } catch {
            return .null
        }
        return .object(members)
    }
}
