// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Testing
import TestSupport

@Suite("Documentation")
struct DocumentationTests {
    private static let pages = ["README.md"] + markdown(below: ["Sources", "Providers"])

    private static func markdown(below folders: [String]) -> [String] {
        let root = Repository.root.path(percentEncoded: false)
        return folders.flatMap { Repository.files(below: $0, suffix: ".md") }
            .map { String($0.path(percentEncoded: false).dropFirst(root.count)) }
    }

    @Test("Names a test or a reason in every row of the OpenFeature table")
    func openFeatureTable() throws {
        let known = try TestIndex.shared.get().names
        let text = try Repository.text("Tests/Scenarios/OpenFeature/README.md")
        let rows = MarkdownTable.rows(in: text, heading: ["requirement", "what it asks", "shown by"])
        #expect(rows.count == 130)
        #expect(Set(rows.map { $0[0] }).count == rows.count, "A requirement appears twice.")
        for row in rows {
            try #require(row.count == 3, "\(row)")
            if row[2].hasPrefix("Does not apply: ") || row[2].hasPrefix("Not yet: ") {
                #expect(row[2].count > 30, "The row \(row[0]) gives no reason.")
                continue
            }
            let names = TestIndex.names(in: row[2])
            #expect(!names.isEmpty, "The row \(row[0]) names no test.")
            for name in names { #expect(known.contains(name), "The row \(row[0]) names \(name), which doesn't exist.") }
        }
        let shown = rows.count { !$0[2].hasPrefix("Does not apply") && !$0[2].hasPrefix("Not yet") }
        print("openfeature checklist: \(rows.count) requirements, \(shown) with a test")
    }

    @Test("Names a test or a reason in every row of LaunchDarkly's features")
    func launchDarklyTable() throws {
        let known = try TestIndex.shared.get().names
        let text = try Repository.text("Tests/HalyardLaunchDarklyTests/Features.md")
        let rows = MarkdownTable.rows(in: text, heading: ["feature", "since", "shown by"])
        #expect(rows.count >= 55)
        #expect(Set(rows.map { $0[0] }).count == rows.count, "A feature appears twice.")
        for row in rows {
            try #require(row.count == 3, "\(row)")
            if row[2].hasPrefix("Does not apply: ") { continue }
            let names = TestIndex.names(in: row[2])
            #expect(!names.isEmpty, "The row \(row[0]) names no test.")
            for name in names { #expect(known.contains(name), "The row \(row[0]) names \(name), which doesn't exist.") }
        }
    }

    @Test("Quotes README claims exactly, with existing tests and pages")
    func claims() throws {
        let known = try TestIndex.shared.get().names
        let claimed = try Repository.text("README.md").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let text = try Repository.text("Tests/Scenarios/Documentation/Claims.md")
        let rows = MarkdownTable.rows(in: text, heading: ["claim", "shown by"])
        #expect(rows.count >= 20)
        for row in rows {
            try #require(row.count == 2, "\(row)")
            #expect(claimed.contains(row[0]), "The README doesn't contain \"\(row[0])\".")
            for proof in row[1].split(separator: ",").map({ $0.trimmingCharacters(in: .whitespaces) }) {
                if proof.hasPrefix("`") {
                    let name = proof.trimmingCharacters(in: CharacterSet(charactersIn: "`"))
                    #expect(known.contains(name), "\(name) doesn't exist.")
                } else {
                    #expect(throws: Never.self, "\(proof) doesn't exist.") { try Repository.text(proof) }
                }
            }
        }
    }

    @Test(
        "Names only paths that exist in the contributing guide",
        arguments: ["Sources/", "Providers/", "Tests/", ".ci/"])
    func contributing(folder: String) throws {
        let page = try Repository.text(".github/CONTRIBUTING.md")
        let names = page.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
        let paths = names.filter { $0.hasPrefix(folder) && !$0.contains("<") && !$0.contains(" ") }
        #expect(!paths.isEmpty)
        for path in paths {
            #expect(FileManager.default.fileExists(atPath: Repository.root.appending(path: path).path), "\(path)")
        }
    }

    @Test("Lists 5 to 12 existing files in each contributing walkthrough")
    func walkthroughs() throws {
        let page = try Repository.text(".github/CONTRIBUTING.md")
        let text = page.components(separatedBy: "## Three walkthroughs")[1].components(separatedBy: "\n## ")[0]
        let walkthroughs = text.components(separatedBy: "\n\n**").dropFirst()
        #expect(walkthroughs.count == 3)
        let known = ["Sources", "Providers"].flatMap { Repository.files(below: $0, suffix: ".swift") }.map(\.path)
        for walkthrough in walkthroughs {
            let steps = walkthrough.split(separator: "\n").filter { $0.first?.isNumber == true }
            #expect((5...12).contains(steps.count))
            for step in steps {
                let file = try #require(step.split(separator: "`").dropFirst().first, "\(step)")
                let name = file.hasPrefix("…/") ? String(file.dropFirst(2)) : String(file)
                let isThere = known.contains { $0.hasSuffix("/" + name) || $0.contains("/" + name + "/") }
                #expect(isThere || name.contains("<vendor>"), "\(name)")
            }
        }
    }

    @Test("Declares no package dependencies")
    func noDependencies() throws {
        #expect(try !Repository.text("Package.swift").contains(".package("))
    }

    @Test("Contains only compiled samples in doc comments")
    func samples() throws {
        let sources = try Self.compiledSources()
        var count = 0
        for file in ["Sources/Halyard", "Sources/HalyardUI"].flatMap({ Repository.files(below: $0, suffix: ".swift") })
        {
            let comments = try String(contentsOf: file, encoding: .utf8).replacing(/(?m)^ *\/\/\/ ?/, with: "")
            for snippet in Self.snippets(in: comments) {
                count += 1
                let isCompiled = sources.contains { Self.contains($0, snippet) }
                #expect(isCompiled, "\(file.lastPathComponent): \(snippet.joined(separator: "\n"))")
            }
        }
        #expect(count >= 50)
    }

    @Test("Lists all test folders in the index", arguments: ["Checks", "Scenarios", "Support"])
    func index(folder: String) throws {
        let index = try Repository.text("Tests/README.md")
        let names = try FileManager.default.contentsOfDirectory(
            atPath: Repository.path("Tests/\(folder)").path(percentEncoded: false))
        for name in names where !name.hasPrefix(".") {
            #expect(index.contains("| [\(name)](\(folder)/\(name)"), "Tests/README.md doesn't list \(folder)/\(name)")
        }
    }

    @Test("Links only to files that exist", arguments: pages + markdown(below: ["Tests", "Examples", ".github"]))
    func links(page: String) throws {
        let folder = Repository.path(page).deletingLastPathComponent()
        for match in try Repository.text(page).matches(of: /\]\((?!https?:|#|doc:)([^)#]+)/) {
            let target = folder.appending(path: String(match.1)).path(percentEncoded: false)
            #expect(FileManager.default.fileExists(atPath: target), "\(page) links to \(match.1)")
        }
    }

    /// Returns the lines of the files that the tests compile, or that are type-checked for Apple platforms.
    private static func compiledSources() throws -> [[String]] {
        try ["Tests/Scenarios/Documentation", "Examples/SwiftUIApp"].flatMap {
            Repository.files(below: $0, suffix: ".swift")
        }
        .map { lines(try String(contentsOf: $0, encoding: .utf8)) }
    }

    /// Returns the lines of each Swift block, without indentation and blank lines.
    private static func snippets(in text: String) -> [[String]] {
        text.matches(of: /```swift\n((?:.|\n)*?)```/).map { lines(String($0.1)) }
    }

    private static func lines(_ text: String) -> [String] {
        text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    private static func contains(_ lines: [String], _ part: [String]) -> Bool {
        lines.indices.contains { start in lines[start...].starts(with: part) }
    }
}
