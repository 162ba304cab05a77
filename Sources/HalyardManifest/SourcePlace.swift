// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

/// A location in a file: `Sources/App/Home.swift:41`.
package struct SourcePlace: Sendable, Hashable {
    package var file: String
    package var position: TextPosition

    package init(file: String, position: TextPosition) {
        self.file = file
        self.position = position
    }
}

extension SourcePlace: CustomStringConvertible {
    /// The file and line, in the format of compilers.
    package var description: String { "\(file):\(position.line)" }
}
