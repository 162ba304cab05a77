// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import HalyardTransport

extension HTTPHeaders {
    /// Reads header fields from an environment variable such as `OFREP_HEADERS`, in the format `X-Team=shop,X-Region=eu`.
    ///
    /// Names and values can be percent-encoded, and a value can't contain a comma. Doesn't perform I/O.
    ///
    /// - Parameter text: The variable's value.
    /// - Returns: The fields, and the number of ignored pieces that aren't header fields.
    public static func list(_ text: String) -> (fields: [String: String], invalidCount: Int) {
        var fields: [String: String] = [:]
        var invalidCount = 0
        for piece in text.split(separator: ",") {
            let sides = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if sides.count == 2, let name = decoded(sides[0]), let value = decoded(sides[1]),
                problem(with: name, value, isReserved: { _ in false }) == nil
            {
                fields[name] = value
            } else {
                invalidCount += 1
            }
        }
        return (fields, invalidCount)
    }

    /// Returns the string without percent escapes and surrounding spaces, or `nil` if it isn't UTF-8.
    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var trimmed = text.drop { $0 == " " }
        while trimmed.last == " " { trimmed.removeLast() }
        var rest = Array(trimmed.utf8)[...]
        while let byte = rest.popFirst() {
            if byte != UInt8(ascii: "%") {
                bytes.append(byte)
            } else if rest.count >= 2, let escaped = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
                bytes.append(escaped)
                rest = rest.dropFirst(2)
            } else {
                return nil
            }
        }
        let decoded = String(decoding: bytes, as: UTF8.self)
        return decoded.utf8.elementsEqual(bytes) ? decoded : nil
    }
}
