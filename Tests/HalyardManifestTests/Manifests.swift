// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import HalyardManifest
import TestSupport

/// A manifest with these flags, each on a line of its own that begins at column 5; the first is on line 3.
func manifest(_ flags: String...) -> [UInt8] {
    Array("{\n  \"flags\": {\n    \(flags.joined(separator: ",\n    "))\n  }\n}\n".utf8)
}

/// What is wrong with a text, as lines.
func problems(_ text: String) -> [String] { problems(Array(text.utf8)) }

func problems(_ bytes: [UInt8]) -> [String] { FlagManifest.read(bytes).problems.map(\.description) }

/// A file beside these tests.
func fixture(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: Repository.path("Tests/HalyardManifestTests/\(name)")))
}
