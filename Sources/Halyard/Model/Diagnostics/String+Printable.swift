// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension String {
    /// The string with its line breaks escaped, so that it stays on one line in a log.
    package var onOneLine: String {
        contains(where: \.isNewline) ? map { $0.isNewline ? "\\n" : String($0) }.joined() : self
    }

    /// The string with escapes for characters that control a terminal or reverse the reading direction.
    ///
    /// Also escapes commands that build services run anywhere in a log, such as `##[group]` or `##vso[task]`. Line breaks and
    /// tabs remain.
    package var printable: String { escaping { "\\u{\(String($0.value, radix: 16))}" } }

    /// The JSON with the same characters escaped, which doesn't change its meaning.
    ///
    /// The characters appear only in strings, because the rest of JSON is ASCII without number signs.
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
        // The number signs of a command so far. A command has two of them, then letters.
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
