// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension Substring {
    /// The number in the braces of a repetition, or `nil` if it isn't a number.
    ///
    /// Rust's `regex` ignores spaces around it.
    var countOfRepetition: Int? {
        let digits = unicodeScalars.trimming(while: \.properties.isWhitespace)
        return digits.first == "+" ? nil : UInt32(String(digits)).map(Int.init)
    }
}

extension String {
    /// A Boolean value that indicates whether Rust's `regex` accepts the string as the name of a group.
    var isNameOfGroup: Bool {
        guard let first = unicodeScalars.first, first == "_" || first.properties.isAlphabetic else { return false }
        return unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .decimalNumber, .letterNumber, .otherNumber: true
            default: scalar.properties.isAlphabetic || "_.[]".unicodeScalars.contains(scalar)
            }
        }
    }
}
