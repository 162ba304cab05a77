// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension String {
    /// The text in lower case by Unicode's full mapping, without a locale, as Unleash's engine has it.
    ///
    /// Swift's own mapping lacks the one rule that looks at what stands around a letter: a sigma at the end of a word is written "ς"
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

    /// Whether the first scalar that is not to be passed over is a letter with cases.
    private static func isCased(before scalars: some Sequence<Unicode.Scalar>) -> Bool {
        scalars.first { !$0.properties.isCaseIgnorable }?.properties.isCased ?? false
    }
}
