// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension String {
    /// The text with characters escaped that would move a terminal's cursor, change its colours, or reverse what follows;
    /// line ends and tabs stay.
    ///
    /// Names of flags come from a server or a file, so they may hold anything.
    var printable: String {
        guard unicodeScalars.contains(where: Self.isUnsafe) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            if Self.isUnsafe(scalar) {
                text += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "\n" || scalar == "\t" { return false }
        return scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
    }
}
