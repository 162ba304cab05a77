// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Testing
import TestSupport

/// The declarations, options, and promises of the vendors' documentation, and the tests that show them.
///
/// The last cell of a row is one of these:
/// - `Suite/test, Suite/other`: these tests show what the document says.
/// - `Suite/test. Differs: the reason`: Halyard behaves differently, as these tests show. The tests can be absent.
/// - `Not offered: the reason`, in the area "not offered".
@Suite("Vendor documentation")
struct VendorDocumentationTests {
    private static let files = [
        "000-ldclient", "001-ios-guide-5", "002-ios-guide-4", "003-unleash-swift", "004-variant-lookup-policy",
    ]
    private static let areas: Set = [
        "client", "transport", "Unleash", "LaunchDarkly", "persistence", "not offered",
    ]
    private static let kinds: Set = ["declaration", "option", "behaviour", "sample", "install"]

    private func table(_ file: String) throws -> MarkdownTable {
        let text = try Repository.text("Tests/Scenarios/VendorDocumentation/Rows/\(file).md")
        return try #require(MarkdownTable(text), "\(file).md doesn't contain a table.")
    }

    @Test("Contains only complete rows with consecutive numbers", arguments: files)
    func rows(file: String) throws {
        let table = try table(file)
        #expect(table.heading == ["id", "kind", "what the document promises", "area", "shown by"])
        for (index, row) in table.rows.enumerated() {
            let number = String(index + 1)
            let id = file.prefix(3) + "-" + String(repeating: "0", count: 3 - number.count) + number
            try #require(row.count == 5, "The row \(id) has \(row.count) cells.")
            #expect(row[0] == id)
            #expect(Self.kinds.contains(row[1]), "\(id): \(row[1])")
            #expect(!row[2].isEmpty, "The row \(id) has no description.")
            #expect(Self.areas.contains(row[3]), "\(id): \(row[3])")
        }
    }

    @Test("Names a test or a reason in every row", arguments: files)
    func proofs(file: String) throws {
        for row in try table(file).rows {
            switch Proof(row[4]) {
            case .tests(let names): #expect(!names.isEmpty, "The row \(row[0]) names no test and gives no reason.")
            case .differs(let reason, _), .notOffered(let reason):
                #expect(reason.count > 15, "The row \(row[0]) gives no reason.")
            }
        }
    }

    @Test("Names only tests that exist")
    func namedTests() throws {
        let known = try TestIndex.shared.get().names
        var total = 0
        var shown = 0
        var differing = 0
        var omitted = 0
        for file in Self.files {
            for row in try table(file).rows {
                total += 1
                var names: [String] = []
                switch Proof(row[4]) {
                case .tests(let tests):
                    shown += 1
                    names = tests
                case .differs(_, let tests):
                    differing += 1
                    names = tests
                case .notOffered:
                    omitted += 1
                    #expect(row[3] == "not offered", "The row \(row[0]) is in the area \(row[3]).")
                }
                for name in names {
                    #expect(known.contains(name), "The row \(row[0]) names \(name), which doesn't exist.")
                }
            }
        }
        print(
            "vendor documentation: \(total) rows, \(shown) with a test, \(differing) that differ, \(omitted) not offered"
        )
        #expect(total == 1219)
    }

    @Test("Reads the tests and the reason of a row")
    func cells() {
        #expect(Proof("`A/b`, C/d") == .tests(["A/b", "C/d"]))
        #expect(Proof("") == .tests([]))
        #expect(Proof("A/b. Differs: no, it isn't.") == .differs("no, it isn't.", tests: ["A/b"]))
        #expect(Proof("Differs:") == .differs("", tests: []))
        #expect(Proof("Not offered: for no reason") == .notOffered("for no reason"))
    }
}

/// The last cell of a row, with the tests that show the promise, or the reason that Halyard differs or offers nothing.
private enum Proof: Equatable {
    case tests([String])
    case differs(String, tests: [String])
    case notOffered(String)

    init(_ cell: String) {
        if cell.hasPrefix("Not offered:") {
            self = .notOffered(Self.reason(cell.dropFirst("Not offered:".count)))
        } else if let mark = cell.range(of: "Differs:") {
            self = .differs(Self.reason(cell[mark.upperBound...]), tests: TestIndex.names(in: cell[..<mark.lowerBound]))
        } else {
            self = .tests(TestIndex.names(in: cell))
        }
    }

    private static func reason(_ text: Substring) -> String { text.trimmingCharacters(in: .whitespaces) }
}
