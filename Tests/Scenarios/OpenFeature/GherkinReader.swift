// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// An error in a feature file, with its line.
struct GherkinError: Error, Equatable, CustomStringConvertible {
    let line: Int
    let message: String

    var description: String { "line \(line): \(message)" }
}

/// A reader for the part of Gherkin that the specification's files use.
///
/// It rejects all other syntax, so it never skips anything.
struct GherkinReader {
    /// Rows below `Examples:`, the first of which names the columns.
    private struct Examples {
        let line: Int
        let tags: [String]
        var rows: [(line: Int, cells: [String])] = []
    }

    /// A scenario before its outline is expanded.
    private struct Draft {
        let line: Int
        let name: String
        let tags: [String]
        let isOutline: Bool
        var steps: [Scenario.Step] = []
        var examples: [Examples] = []
    }

    private var feature: (name: String, tags: [String])?
    private var background: Draft?
    private var drafts: [Draft] = []
    private var tags: [String] = []
    private var isInBackground = false

    /// Returns the scenarios of a feature file in order, with expanded outlines.
    static func scenarios(_ text: String) throws(GherkinError) -> [Scenario] {
        var reader = GherkinReader()
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() { try reader.take(trimmed(line), at: index + 1) }
        guard let feature = reader.feature else { throw GherkinError(line: lines.count, message: "no feature") }
        if !reader.tags.isEmpty { throw GherkinError(line: lines.count, message: "tags of nothing") }
        var scenarios: [Scenario] = []
        for draft in reader.drafts {
            scenarios += try expand(draft, after: reader.background?.steps ?? [], of: feature)
        }
        return scenarios
    }

    private mutating func take(_ line: String, at number: Int) throws(GherkinError) {
        if line.isEmpty || line.hasPrefix("#") { return }
        if line.hasPrefix("@") {
            tags += line.split(separator: " ").map(String.init)
        } else if line.hasPrefix("|") {
            try takeRow(Self.cells(line), at: number)
        } else if let name = Self.rest(of: line, after: "Feature:") {
            feature = (name, takeTags())
        } else if Self.rest(of: line, after: "Background:") != nil {
            background = Draft(line: number, name: "", tags: [], isOutline: false)
            isInBackground = true
        } else if let name = Self.rest(of: line, after: "Scenario Outline:") {
            open(Draft(line: number, name: name, tags: takeTags(), isOutline: true))
        } else if let name = Self.rest(of: line, after: "Scenario:") {
            open(Draft(line: number, name: name, tags: takeTags(), isOutline: false))
        } else if Self.rest(of: line, after: "Examples:") != nil {
            try openExamples(at: number)
        } else {
            try takeStep(line, at: number)
        }
    }

    private mutating func takeTags() -> [String] {
        defer { tags = [] }
        return tags
    }

    private mutating func open(_ draft: Draft) {
        drafts.append(draft)
        isInBackground = false
    }

    private mutating func openExamples(at line: Int) throws(GherkinError) {
        let examples = Examples(line: line, tags: takeTags())
        try change(at: line) { (draft) throws(GherkinError) in
            if !draft.isOutline { throw GherkinError(line: line, message: "examples outside of an outline") }
            draft.examples.append(examples)
        }
    }

    private mutating func takeRow(_ cells: [String], at line: Int) throws(GherkinError) {
        try change(at: line) { (draft) throws(GherkinError) in
            if !draft.examples.isEmpty {
                draft.examples[draft.examples.count - 1].rows.append((line, cells))
            } else if !draft.steps.isEmpty {
                draft.steps[draft.steps.count - 1].table.append(cells)
            } else {
                throw GherkinError(line: line, message: "a table without a step")
            }
        }
    }

    private mutating func takeStep(_ line: String, at number: Int) throws(GherkinError) {
        let word = line.prefix { $0 != " " }
        let text = Self.trimmed(line.dropFirst(word.count))
        try change(at: number) { (draft) throws(GherkinError) in
            let kind = word == "And" ? draft.steps.last?.kind : Scenario.Step.Kind(rawValue: String(word))
            guard let kind, draft.examples.isEmpty else {
                throw GherkinError(line: number, message: "not understood: \(line)")
            }
            draft.steps.append(Scenario.Step(kind: kind, text: text, line: number))
        }
    }

    private mutating func change(
        at line: Int, _ body: (inout Draft) throws(GherkinError) -> Void
    ) throws(GherkinError) {
        if !tags.isEmpty { throw GherkinError(line: line, message: "tags of a step or a table") }
        if isInBackground, var draft = background {
            try body(&draft)
            background = draft
        } else if !drafts.isEmpty {
            try body(&drafts[drafts.count - 1])
        } else {
            throw GherkinError(line: line, message: "neither in a scenario nor in the background")
        }
    }
}

// MARK: - Outlines

extension GherkinReader {
    private static func expand(
        _ draft: Draft, after background: [Scenario.Step], of feature: (name: String, tags: [String])
    ) throws(GherkinError) -> [Scenario] {
        let tags = feature.tags + draft.tags
        guard draft.isOutline else {
            return [
                Scenario(
                    feature: feature.name, name: draft.name, tags: tags, example: [], steps: background + draft.steps)
            ]
        }
        var scenarios: [Scenario] = []
        for examples in draft.examples {
            guard let header = examples.rows.first?.cells else { continue }
            for (line, cells) in examples.rows.dropFirst() {
                guard cells.count == header.count else {
                    throw GherkinError(line: line, message: "\(cells.count) cells below \(header.count) columns")
                }
                let example = zip(header, cells).map(Scenario.Cell.init)
                var steps = background
                for step in draft.steps { steps.append(try filled(step, example)) }
                scenarios.append(
                    Scenario(
                        feature: feature.name, name: try filled(draft.name, example, at: draft.line),
                        tags: tags + examples.tags, example: example, steps: steps))
            }
        }
        if scenarios.isEmpty { throw GherkinError(line: draft.line, message: "an outline without examples") }
        return scenarios
    }

    private static func filled(
        _ step: Scenario.Step, _ example: [Scenario.Cell]
    ) throws(GherkinError) -> Scenario.Step {
        var table: [[String]] = []
        for row in step.table {
            var cells: [String] = []
            for cell in row { cells.append(try filled(cell, example, at: step.line)) }
            table.append(cells)
        }
        return Scenario.Step(
            kind: step.kind, text: try filled(step.text, example, at: step.line), line: step.line, table: table)
    }

    private static func filled(
        _ text: String, _ example: [Scenario.Cell], at line: Int
    ) throws(GherkinError) -> String {
        var rest = text[...]
        var filled = ""
        while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
            let name = rest[rest.index(after: start)..<end]
            guard let cell = example.first(where: { $0.column == name }) else {
                throw GherkinError(line: line, message: "no column for <\(name)>")
            }
            filled += rest[..<start] + cell.value
            rest = rest[rest.index(after: end)...]
        }
        return filled + rest
    }
}

// MARK: - Lines

extension GherkinReader {
    private static func trimmed(_ text: some StringProtocol) -> String {
        let start = text.drop(while: \.isWhitespace)
        return String(start.prefix(start.count - start.reversed().prefix(while: \.isWhitespace).count))
    }

    private static func rest(of line: String, after keyword: String) -> String? {
        line.hasPrefix(keyword) ? trimmed(line.dropFirst(keyword.count)) : nil
    }

    /// Returns the cells of a row.
    ///
    /// Only `\|`, `\\`, and `\n` are escape sequences.
    private static func cells(_ row: String) -> [String] {
        var cells: [String] = []
        var cell = ""
        var isEscaped = false
        for character in row.dropFirst() {
            switch (isEscaped, character) {
            case (true, "|"), (true, "\\"): cell.append(character)
            case (true, "n"): cell.append("\n")
            case (true, _): cell += "\\\(character)"
            case (false, "\\"):
                isEscaped = true
                continue
            case (false, "|"):
                cells.append(trimmed(cell))
                cell = ""
            case (false, _): cell.append(character)
            }
            isEscaped = false
        }
        return cells
    }
}
