// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import HalyardManifest
import TestSupport

/// Returns a manifest with one flag per line, starting at line 3 and column 5.
func manifest(_ flags: String...) -> [UInt8] {
    Array("{\n  \"flags\": {\n    \(flags.joined(separator: ",\n    "))\n  }\n}\n".utf8)
}

/// Returns the descriptions of a manifest's problems.
func problems(_ text: String) -> [String] { problems(Array(text.utf8)) }

func problems(_ bytes: [UInt8]) -> [String] { FlagManifest.read(bytes).problems.map(\.description) }

/// Returns the bytes of a file next to these tests.
func fixture(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: Repository.path("Tests/HalyardManifestTests/\(name)")))
}
