// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Testing
import TestSupport

/// Every declaration, option and promise of the documents that Halyard was asked to cover, and the test that shows it.
@Suite("Seed index")
struct SeedIndexTests {
    private static let files = [
        "000-ldclient", "001-ios-guide-5", "002-ios-guide-4", "003-unleash-swift", "004-variant-lookup-policy",
    ]
    private static let areas: Set = [
        "client", "transport", "Unleash", "LaunchDarkly", "persistence", "not offered",
    ]
    private static let kinds: Set = ["declaration", "option", "behaviour", "sample", "install"]

    private func table(_ file: String) throws -> MarkdownTable {
        let text = try Repository.text("Tests/SeedIndex/Rows/\(file).md")
        return try #require(MarkdownTable(text), "\(file).md has no table")
    }

    @Test("every row is complete, and its id follows the one before", arguments: files)
    func rows(file: String) throws {
        let table = try table(file)
        #expect(table.heading == ["id", "kind", "what the seed promises", "area", "shown by"])
        for (index, row) in table.rows.enumerated() {
            let number = String(index + 1)
            let id = file.prefix(3) + "-" + String(repeating: "0", count: 3 - number.count) + number
            try #require(row.count == 5, "row \(id) has \(row.count) cells")
            #expect(row[0] == id)
            #expect(Self.kinds.contains(row[1]), "\(id): \(row[1])")
            #expect(!row[2].isEmpty, "\(id) says nothing")
            #expect(Self.areas.contains(row[3]), "\(id): \(row[3])")
        }
    }

    @Test("every row names a test, or says why it is not offered", arguments: files)
    func proofs(file: String) throws {
        for row in try table(file).rows { #expect(!row[4].isEmpty, "\(row[0]) names no test and gives no reason") }
    }

    @Test("every test that a row names exists; how many rows have one is printed")
    func namedTests() throws {
        let known = try TestIndex().names
        var total = 0
        var shown = 0
        for file in Self.files {
            for row in try table(file).rows {
                total += 1
                if row[3] == "not offered", row[4].hasPrefix("Not offered: ") {
                    #expect(row[4].count > 30, "\(row[0]) gives no reason")
                    continue
                }
                let names = row[4].split(separator: ",").map {
                    $0.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
                }
                if !names.isEmpty { shown += 1 }
                for name in names { #expect(known.contains(name), "\(row[0]) names \(name), which does not exist") }
            }
        }
        print("seed index: \(total) rows, \(shown) with a test")
        #expect(total == 1219)
    }
}
