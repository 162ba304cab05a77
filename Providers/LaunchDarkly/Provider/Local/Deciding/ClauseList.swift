// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// A list of clauses in a form for fast tests.
///
/// The clauses contain no references, because each read would count the references.
struct ClauseList: Sendable {
    typealias Comparison = RuleComparison

    /// A clause, whose numbers are indices into the list's other properties.
    struct Entry: Sendable {
        enum Test: Sendable {
            case equals(texts: Range<Int>, numbers: Range<Int>, hasFalse: Bool, hasTrue: Bool)
            case startsWith(Range<Int>), endsWith(Range<Int>), contains(Range<Int>)
            case matches(Range<Int>)
            case number(Comparison, Range<Int>)
            case version(Comparison, Range<Int>)
            /// Numbers of segments.
            case isInSegment(Range<Int>)
            /// The clause's attribute isn't valid.
            case malformed
        }

        let field: Int
        let test: Test
        let isNegated: Bool
    }

    private(set) var entries: [Entry] = []
    private var texts = TextList()
    private var numbers: [Double] = []
    private var versions: [SemanticVersion] = []
    /// The patterns, with `nil` for a pattern that isn't supported.
    private var patterns: [RegexProgram?] = []
    /// The numbers of the segments of all clauses.
    private(set) var segments: [Int] = []

    /// The field numbers of the clauses.
    var fields: [Int] {
        entries.compactMap { entry in
            switch entry.test {
            case .isInSegment, .malformed: nil
            default: entry.field
            }
        }
    }

    // MARK: Adding

    /// Adds clauses and returns their numbers.
    ///
    /// - Parameters:
    ///   - clauses: The clauses.
    ///   - references: The collection that receives the fields and segments of the clauses.
    ///   - reader: The reader that records problems with the clauses.
    mutating func add(
        _ clauses: [LocalClause], _ references: inout LocalReferences, _ reader: inout RuleReader
    ) -> Range<Int> {
        let first = entries.count
        for (index, clause) in clauses.enumerated() {
            reader.enter(.member("clauses"))
            reader.enter(.element(index))
            entries.append(entry(for: clause, &references, &reader))
            reader.leave()
            reader.leave()
        }
        return first..<entries.count
    }

    private mutating func entry(
        for clause: LocalClause, _ references: inout LocalReferences, _ reader: inout RuleReader
    ) -> Entry {
        if clause.isAboutSegments {
            let first = segments.count
            for key in clause.strings(&reader) { segments.append(references.segments.number(of: key)) }
            return Entry(field: 0, test: .isInSegment(first..<segments.count), isNegated: clause.isNegated)
        }
        guard let attribute = LaunchDarklyReference(attribute: clause.attribute, kind: clause.kind),
            attribute.isValid()
        else {
            reader.add(
                "\"\(clause.attribute)\" isn't an attribute. Flags that need the clause have no value.",
                at: ["attribute"], suggestion: "Use an attribute such as \"plan\" or \"/address/city\".")
            return Entry(field: 0, test: .malformed, isNegated: false)
        }
        let form = clause.form
        let field =
            attribute.path == ["kind"]
            ? LocalField.kinds(as: form) : LocalField(kind: clause.kind, path: attribute.path, form: form)
        return Entry(
            field: references.fields.number(of: field), test: test(clause, &reader),
            isNegated: clause.isNegated)
    }

    private mutating func test(_ clause: LocalClause, _ reader: inout RuleReader) -> Entry.Test {
        switch clause.operation {
        case "in":
            let scalars = clause.usable("a string, number, or Boolean", &reader) { $0.isScalar ? $0 : nil }
            return .equals(
                texts: texts.add(scalars.compactMap(\.string)), numbers: add(scalars.compactMap(\.number)),
                hasFalse: scalars.contains(.bool(false)), hasTrue: scalars.contains(.bool(true)))
        case "startsWith": return .startsWith(texts.add(clause.strings(&reader)))
        case "endsWith": return .endsWith(texts.add(clause.strings(&reader)))
        case "contains": return .contains(texts.add(clause.strings(&reader)))
        case "matches": return .matches(add(patterns: clause, &reader))
        case "before": return .number(.less, add(clause.dates(&reader)))
        case "after": return .number(.greater, add(clause.dates(&reader)))
        default: break
        }
        if let comparison = Self.comparisons[clause.operation] {
            return .number(comparison, add(clause.usable("a number", &reader, \.number)))
        }
        if let comparison = Self.versionComparisons[clause.operation] {
            let first = versions.count
            versions += clause.usable("a version like 1.2.3", &reader) { value in
                value.string.flatMap { SemanticVersion($0, isLenient: true) }
            }
            return .version(comparison, first..<versions.count)
        }
        reader.add(
            "Unknown operator \"\(clause.operation)\", which no value meets.", at: ["op"],
            suggestion: "Use an operator of LaunchDarkly, such as \"in\".")
        return .startsWith(0..<0)
    }

    private static let comparisons: [String: Comparison] = [
        "lessThan": .less, "lessThanOrEqual": .lessOrEqual, "greaterThan": .greater,
        "greaterThanOrEqual": .greaterOrEqual,
    ]
    private static let versionComparisons: [String: Comparison] = [
        "semVerEqual": .equal, "semVerLessThan": .less, "semVerGreaterThan": .greater,
    ]

    private mutating func add(_ new: [Double]) -> Range<Int> {
        numbers += new
        return (numbers.count - new.count)..<numbers.count
    }

    private mutating func add(patterns clause: LocalClause, _ reader: inout RuleReader) -> Range<Int> {
        let first = patterns.count
        for (index, pattern) in clause.enumerated("a pattern", &reader, \.string) {
            do throws(RegexParser.Fault) {
                patterns.append(try RegexProgram(pattern, ignoresCase: false, dialect: .re2))
            } catch {
                // The matches of a pattern that only LaunchDarkly supports are unknown.
                if !error.isInvalid { patterns.append(nil) }
                let consequence =
                    error.isInvalid ? "No value matches it." : "The clause isn't met, even if it's negated."
                reader.add(
                    "The pattern \"\(pattern)\" can't be used: \(error). \(consequence)",
                    at: ["values", String(index)], suggestion: "Use RE2 syntax.")
            }
        }
        return first..<patterns.count
    }

    // MARK: Testing

    /// Returns whether a context meets all clauses with some numbers, or `nil` if a clause is malformed.
    func areMet(
        _ numbers: Range<Int>, for context: LocalValues, in rules: LaunchDarklyRules, _ visits: inout Visits
    ) -> Bool? {
        for number in numbers {
            guard let isMet = isMet(number, for: context, in: rules, &visits) else { return nil }
            if !isMet { return false }
        }
        return true
    }

    /// Returns whether a context meets a clause, or `nil` if the clause is malformed.
    func isMet(
        _ number: Int, for context: LocalValues, in rules: LaunchDarklyRules, _ visits: inout Visits
    ) -> Bool? {
        let entry = entries[number]
        switch entry.test {
        case .malformed: return nil
        case .isInSegment(let range):
            for index in range {
                guard let isIn = rules.segment(segments[index], contains: context, &visits) else { return nil }
                if isIn { return !entry.isNegated }
            }
            return entry.isNegated
        default: break
        }
        let value = context.values[entry.field]
        switch value {
        // A negated clause isn't met either.
        case .missing: return false
        case .list(let elements):
            for element in elements {
                guard let isMet = isMet(entry.test, context.values[element], context) else { return false }
                if isMet { return !entry.isNegated }
            }
            return entry.isNegated
        default:
            // An unknown result must not turn a flag on, even if the clause is negated.
            return isMet(entry.test, value, context).map { $0 != entry.isNegated } ?? false
        }
    }

    /// Returns whether a single value meets a test, or `nil` if it's unknown whether a pattern matches.
    private func isMet(_ test: Entry.Test, _ value: LocalValues.Value, _ context: LocalValues) -> Bool? {
        switch (test, value) {
        case (.equals(let numbers, _, _, _), .text(let text)): texts.contains(text, of: context.texts, in: numbers)
        case (.equals(_, let range, _, _), .number(let number)): isAny(of: range, .equal, number)
        case (.equals(_, _, let hasFalse, let hasTrue), .bool(let value)): value ? hasTrue : hasFalse
        case (.startsWith(let numbers), .text(let text)): texts.start(text, of: context.texts, from: numbers)
        case (.endsWith(let numbers), .text(let text)): texts.end(text, of: context.texts, with: numbers)
        case (.contains(let numbers), .text(let text)): texts.isAnyPart(of: text, of: context.texts, from: numbers)
        case (.matches(let range), .text(let text)): isAnyFound(range, in: context.texts[text])
        case (.number(let comparison, let range), .number(let number)): isAny(of: range, comparison, number)
        case (.version(let comparison, let range), .version(let version)):
            range.contains { comparison.isMet(context.versions[version], versions[$0]) }
        default: false
        }
    }

    private func isAny(of range: Range<Int>, _ comparison: Comparison, _ number: Double) -> Bool {
        for index in range where comparison.isMet(number, numbers[index]) { return true }
        return false
    }

    private func isAnyFound(_ range: Range<Int>, in text: ArraySlice<UInt8>) -> Bool? {
        var isKnown = true
        for index in range {
            switch patterns[index]?.isFound(in: text) {
            case true?: return true
            case false?: break
            case nil: isKnown = false
            }
        }
        return isKnown ? false : nil
    }
}

extension LocalClause {
    /// The form in which the test needs the attribute.
    fileprivate var form: LocalField.Form {
        switch operation {
        case "before", "after": .date
        case "semVerEqual", "semVerLessThan", "semVerGreaterThan": .version
        default: .value
        }
    }
}
