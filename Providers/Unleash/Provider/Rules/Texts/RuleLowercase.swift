// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension String {
    /// The string in lowercase, by Unicode's full mapping without a locale, as in the Unleash engine.
    ///
    /// Swift's mapping doesn't implement the one rule that depends on adjacent letters. A sigma at the end of a word becomes "ς"
    /// (Unicode, section 3.13, Final_Sigma).
    var ruleLowercased: String {
        let scalars = unicodeScalars
        guard scalars.contains("Σ") else { return lowercased() }
        var lower = String.UnicodeScalarView()
        for index in scalars.indices {
            let scalar = scalars[index]
            if scalar == "Σ", Self.isCased(before: scalars[..<index].reversed()),
                !Self.isCased(before: scalars[scalars.index(after: index)...])
            {
                lower.append("ς")
            } else {
                lower.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
            }
        }
        return String(lower)
    }

    /// Returns whether the first scalar that isn't case-ignorable is a cased letter.
    private static func isCased(before scalars: some Sequence<Unicode.Scalar>) -> Bool {
        scalars.first { !$0.properties.isCaseIgnorable }?.properties.isCased ?? false
    }
}
