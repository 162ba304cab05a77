// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// A list of constraints in a form for fast tests, without references, because each read would count the references.
struct ConstraintList: Sendable {
    /// A constraint, whose numbers are indices into the list's other properties.
    private struct Entry {
        enum Test {
            case isIn(Range<Int>), startsWith(Range<Int>), endsWith(Range<Int>), contains(Range<Int>)
            case number(Constraint.Comparison, Double)
            case isAfter(PreciseMoment), isBefore(PreciseMoment)
            case version(Constraint.Comparison, Int)
            case pattern(Int)
            case isInNetwork(Range<Int>)
        }

        let field: Int
        let test: Test
        let isInverted: Bool
    }

    private struct Pattern {
        let program: RegexProgram
        /// Called when a search reaches its limit.
        let limitReached: @Sendable () -> Void
    }

    private var entries: [Entry] = []
    private var texts = TextList()
    private var versions: [SemanticVersion] = []
    private var patterns: [Pattern] = []
    private var networks: [NetworkRange] = []
    /// The instants that the current time is compared with.
    private(set) var moments: [PreciseMoment] = []

    /// The field numbers of the constraints, one for each constraint.
    var fields: [Int] { entries.map(\.field) }

    // MARK: Adding

    /// Adds constraints and returns their numbers.
    ///
    /// - Parameters:
    ///   - owner: The flag or segment that diagnostics refer to.
    ///   - fields: The collection that receives the fields of the constraints.
    ///   - report: Called each time that a search for a pattern reaches its limit, on the reading thread.
    mutating func add(
        _ constraints: [Constraint], of owner: String, _ fields: inout ContextFields,
        report: @escaping @Sendable (Diagnostic) -> Void
    ) -> Range<Int> {
        let first = entries.count
        for constraint in constraints {
            let form = constraint.form
            let field = fields.number(of: ContextField(name: constraint.field, form: form))
            let test = entry(for: constraint, of: owner, isLowercase: form == .lowercaseText, report)
            entries.append(Entry(field: field, test: test, isInverted: constraint.isInverted))
            if constraint.field == "currentTime", let moment = constraint.test.moment { moments.append(moment) }
        }
        return first..<entries.count
    }

    private mutating func entry(
        for constraint: Constraint, of owner: String, isLowercase: Bool,
        _ report: @escaping @Sendable (Diagnostic) -> Void
    ) -> Entry.Test {
        let lowercased = { (texts: [String]) in isLowercase ? texts.map(\.ruleLowercased) : texts }
        switch constraint.test {
        case .isIn(let values): return .isIn(texts.add(values))
        case .startsWith(let values): return .startsWith(texts.add(lowercased(values)))
        case .endsWith(let values): return .endsWith(texts.add(lowercased(values)))
        case .contains(let values): return .contains(texts.add(lowercased(values)))
        case .number(let comparison, let number): return .number(comparison, number)
        case .isAfter(let moment): return .isAfter(moment)
        case .isBefore(let moment): return .isBefore(moment)
        case .version(let comparison, let version):
            versions.append(version)
            return .version(comparison, versions.count - 1)
        case .pattern(let program, let text):
            let field = constraint.field
            patterns.append(
                Pattern(program: program) { report(Diagnostic(patternLimit: text, for: field, of: owner)) })
            return .pattern(patterns.count - 1)
        case .isInNetwork(let ranges):
            networks += ranges
            return .isInNetwork((networks.count - ranges.count)..<networks.count)
        }
    }

    // MARK: Testing

    /// Returns whether all constraints with some numbers are met.
    func hold(_ numbers: Range<Int>, for context: ContextValues) -> Bool {
        for number in numbers where !isMet(number, for: context) { return false }
        return true
    }

    /// Returns whether all constraints are met.
    func hold(for context: ContextValues) -> Bool { hold(0..<entries.count, for: context) }

    /// Returns whether a constraint is met.
    func isMet(_ number: Int, for context: ContextValues) -> Bool {
        let entry = entries[number]
        let isMet = isMet(entry.test, context.values[entry.field], context)
        // An unknown result must not turn a flag on, even if the constraint is inverted.
        return isMet.map { $0 != entry.isInverted } ?? false
    }

    /// Returns whether a value meets a test, or `nil` if a search reached its limit.
    ///
    /// A missing value never meets a test.
    private func isMet(_ test: Entry.Test, _ value: ContextValues.Value, _ context: ContextValues) -> Bool? {
        switch (test, value) {
        case (.isIn(let numbers), .text(let text)): texts.contains(text, of: context.texts, in: numbers)
        case (.startsWith(let numbers), .text(let text)): texts.start(text, of: context.texts, from: numbers)
        case (.endsWith(let numbers), .text(let text)): texts.end(text, of: context.texts, with: numbers)
        case (.contains(let numbers), .text(let text)): texts.isAnyPart(of: text, of: context.texts, from: numbers)
        case (.number(let comparison, let other), .number(let number)): comparison.isMet(number, other)
        case (.isAfter(let other), .moment(let moment)): moment > other
        case (.isBefore(let other), .moment(let moment)): moment < other
        case (.version(let comparison, let other), .version(let version)):
            comparison.isMet(context.versions[version], versions[other])
        case (.pattern(let number), .text(let text)): isFound(patterns[number], in: context.texts[text])
        case (.isInNetwork(let numbers), .address(let address)): networks[numbers].contains { $0.contains(address) }
        default: false
        }
    }

    private func isFound(_ pattern: Pattern, in text: ArraySlice<UInt8>) -> Bool? {
        let isFound = pattern.program.isFound(in: text)
        if isFound == nil { pattern.limitReached() }
        return isFound
    }
}

extension Diagnostic {
    /// Creates the diagnostic for a search that reached its limit.
    fileprivate init(patternLimit text: String, for field: String, of owner: String) {
        let start = text.prefix(100)
        let shown = start.endIndex < text.endIndex ? start + "…" : start
        self.init(
            "patternLimit", .warning, subject: owner,
            "A search for the pattern \"\(shown)\" in \"\(field)\" reached the limit of \(RegexProgram.searchLimit) steps. "
                + "The constraint isn't met.",
            suggestion: "Use a pattern with fewer repetitions, or a shorter value.")
    }
}

extension Constraint {
    /// The form in which the test needs the context's field.
    fileprivate var form: ContextField.Form {
        switch test {
        case .isIn, .pattern: .text
        case .startsWith, .endsWith, .contains: ignoresCase ? .lowercaseText : .text
        case .number: .number
        case .isAfter, .isBefore: .moment
        case .version: .version
        case .isInNetwork: .address
        }
    }
}

extension Constraint.Test {
    fileprivate var moment: PreciseMoment? {
        switch self {
        case .isAfter(let moment), .isBefore(let moment): moment
        default: nil
        }
    }
}
