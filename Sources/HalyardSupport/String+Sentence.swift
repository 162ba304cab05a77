// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension String {
    /// The string with a period at its end, unless it already ends like a sentence.
    package var asSentence: String {
        guard let last = unicodeScalars.last, ![".", "!", "?"].contains(last) else { return self }
        return self + "."
    }
}
