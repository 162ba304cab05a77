// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation

/// The names of all tests in the source files, such as `FlagTableTests/sharing`.
package struct TestIndex {
    /// The index of this checkout, which is created once.
    package static let shared = Result { try TestIndex() }

    package let names: Set<String>

    private init() throws {
        var names: Set<String> = []
        for file in Repository.files(below: "Tests", suffix: ".swift") {
            var suite = ""
            var isTest = false
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                // Regular expressions are slow in debug builds, and most lines don't need one.
                let isOfInterest = ["@Test", "func ", "struct ", "class ", "extension ", "enum "].contains {
                    line.contains($0)
                }
                guard isOfInterest else { continue }
                if let match = line.firstMatch(of: /^(?:@MainActor )?(?:struct|final class|extension|enum) (\w+)/) {
                    suite = String(match.1)
                }
                if line.firstMatch(of: /^\s*@Test\b/) != nil { isTest = true }
                if isTest, let match = line.firstMatch(of: /\bfunc (\w+)\(/) {
                    names.insert("\(suite)/\(match.1)")
                    isTest = false
                }
            }
        }
        self.names = names
    }

    /// Returns the test names in a table cell such as `Suite/test, Suite/other`.
    package static func names(in cell: some StringProtocol) -> [String] {
        let around = CharacterSet(charactersIn: " `.")
        return cell.split(separator: ",").map { $0.trimmingCharacters(in: around) }.filter { !$0.isEmpty }
    }
}
