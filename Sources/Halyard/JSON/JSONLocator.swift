// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Finds the place of a value in a JSON text, by walking over the text again.
///
/// Values carry no positions, so reading costs nothing for them; only an error message needs one.
struct JSONLocator {
    /// What of a member to point at.
    enum Target {
        case value
        case name
    }

    let bytes: [UInt8]

    /// The position of the value at a pointer, or of the innermost ancestor that is there; nil for a text that is no JSON.
    func position(of pointer: JSONPointer, _ target: Target = .value) -> TextPosition? {
        var scanner = JSONScanner(bytes, options: .init())
        scanner.skipByteOrderMark()
        guard let offset = try? offset(of: pointer.steps[...], target, &scanner) else { return nil }
        return TextPosition(offset: offset, in: bytes)
    }

    private func offset(
        of steps: ArraySlice<String>, _ target: Target, _ scanner: inout JSONScanner
    ) throws(JSONScanner.Fault) -> Int {
        scanner.skipSpace()
        var found = scanner.offset
        guard let step = steps.first, found < bytes.count else { return found }
        switch bytes[found] {
        case UInt8(ascii: "{"):
            try scanner.forEachMember { (scanner, name, start) throws(JSONScanner.Fault) in
                if name == step {
                    var inner = scanner
                    found =
                        steps.count == 1 && target == .name
                        ? start : try self.offset(of: steps.dropFirst(), target, &inner)
                }
                _ = try scanner.value()
            }
        case UInt8(ascii: "["):
            try scanner.forEachElement { (scanner, index) throws(JSONScanner.Fault) in
                if String(index) == step {
                    var inner = scanner
                    found = try self.offset(of: steps.dropFirst(), target, &inner)
                }
                _ = try scanner.value()
            }
        default:
            break
        }
        return found
    }
}
