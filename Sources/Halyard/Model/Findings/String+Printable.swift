// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension String {
    /// The text with its line ends escaped, so that it stays one line in a log.
    package var onOneLine: String {
        contains(where: \.isNewline) ? map { $0.isNewline ? "\\n" : String($0) }.joined() : self
    }

    /// The text without characters that control a terminal or reverse the reading direction, and without the commands that build
    /// services read anywhere in a log, such as `##[group]` or `##vso[task]`.
    ///
    /// Escapes them, and keeps line ends and tabs.
    package var printable: String { escaping { "\\u{\(String($0.value, radix: 16))}" } }

    /// JSON with the same characters escaped, and unchanged in meaning.
    ///
    /// Such characters only appear in strings, because the rest of JSON is ASCII without number signs.
    package var printableJSON: String {
        escaping { scalar in
            String(scalar).utf16.map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined()
        }
    }

    private func escaping(_ code: (Unicode.Scalar) -> String) -> String {
        guard unicodeScalars.contains(where: { Self.isUnsafe($0) || $0 == "#" }) else { return self }
        var result = ""
        // Of the command that the last characters begin: two signs, then letters.
        var signs = 0
        for scalar in unicodeScalars {
            if Self.isUnsafe(scalar) || scalar == "[" && signs >= 2 {
                result += code(scalar)
            } else {
                result.unicodeScalars.append(scalar)
            }
            if scalar == "#" {
                signs += 1
            } else if signs < 2 || !(scalar.isASCII && scalar.properties.isAlphabetic) {
                signs = 0
            }
        }
        return result
    }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value < 0x20 && scalar != "\n" && scalar != "\t" || scalar.value == 0x7F }
        return scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
    }
}
