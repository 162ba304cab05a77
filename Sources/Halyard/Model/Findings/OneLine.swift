// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension String {
    /// The text with its line ends escaped, so that it stays one line in a log.
    package var onOneLine: String {
        contains(where: \.isNewline) ? map { $0.isNewline ? "\\n" : String($0) }.joined() : self
    }
}
