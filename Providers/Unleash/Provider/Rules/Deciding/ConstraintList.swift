// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// Constraints in the form in which they are tested: without references, which would be counted at each read.
struct ConstraintList: Sendable {
    /// A constraint; numbers are places in the list's other parts.
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

    private var entries: [Entry] = []
    private var texts = TextList()
    private var versions: [SemanticVersion] = []
    private var patterns: [RegexProgram] = []
    private var networks: [NetworkRange] = []
    /// The moments that the present one is compared with.
    private(set) var moments: [PreciseMoment] = []

    // MARK: Adding

    /// Adds constraints and returns their numbers.
    mutating func add(_ constraints: [Constraint], _ fields: inout ContextFields) -> Range<Int> {
        let first = entries.count
        for constraint in constraints {
            let form = constraint.form
            let field = fields.number(of: ContextField(name: constraint.field, form: form))
            let test = entry(for: constraint.test, isLowercase: form == .lowercaseText)
            entries.append(Entry(field: field, test: test, isInverted: constraint.isInverted))
            if constraint.field == "currentTime", let moment = constraint.test.moment { moments.append(moment) }
        }
        return first..<entries.count
    }

    private mutating func entry(for test: Constraint.Test, isLowercase: Bool) -> Entry.Test {
        let lowercased = { (texts: [String]) in isLowercase ? texts.map(\.ruleLowercased) : texts }
        switch test {
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
        case .pattern(let program):
            patterns.append(program)
            return .pattern(patterns.count - 1)
        case .isInNetwork(let ranges):
            networks += ranges
            return .isInNetwork((networks.count - ranges.count)..<networks.count)
        }
    }

    // MARK: Testing

    /// Whether all constraints of some numbers hold.
    func hold(_ numbers: Range<Int>, for context: ContextValues) -> Bool {
        for number in numbers where !holds(number, for: context) { return false }
        return true
    }

    /// Whether all constraints hold.
    func hold(for context: ContextValues) -> Bool { hold(0..<entries.count, for: context) }

    /// Whether a constraint holds.
    func holds(_ number: Int, for context: ContextValues) -> Bool {
        let entry = entries[number]
        return holds(entry.test, context.values[entry.field], context) != entry.isInverted
    }

    /// Whether a test holds for a value; never for a missing one.
    private func holds(_ test: Entry.Test, _ value: ContextValues.Value, _ context: ContextValues) -> Bool {
        switch (test, value) {
        case (.isIn(let numbers), .text(let text)): texts.contains(text, of: context.texts, in: numbers)
        case (.startsWith(let numbers), .text(let text)): texts.start(text, of: context.texts, from: numbers)
        case (.endsWith(let numbers), .text(let text)): texts.end(text, of: context.texts, with: numbers)
        case (.contains(let numbers), .text(let text)): texts.isAnyPart(of: text, of: context.texts, from: numbers)
        case (.number(let comparison, let other), .number(let number)): comparison.holds(number, other)
        case (.isAfter(let other), .moment(let moment)): moment > other
        case (.isBefore(let other), .moment(let moment)): moment < other
        case (.version(let comparison, let other), .version(let version)):
            comparison.holds(context.versions[version], versions[other])
        case (.pattern(let program), .text(let text)):
            patterns[program].isFound(in: String(decoding: context.texts[text], as: UTF8.self).unicodeScalars)
        case (.isInNetwork(let numbers), .address(let address)): networks[numbers].contains { $0.contains(address) }
        default: false
        }
    }
}

extension Constraint {
    /// The form in which the test needs a context's field.
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

extension Constraint.Comparison {
    fileprivate func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
        switch self {
        case .equal: left == right
        case .greater: left > right
        case .greaterOrEqual: left >= right
        case .less: left < right
        case .lessOrEqual: left <= right
        }
    }
}
