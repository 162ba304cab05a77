// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A search of a text that counts its steps and ends at a limit.
///
/// A search step takes 5 to 15 nanoseconds. Visiting a program step counts as one search step. So does a comparison with a
/// known result. Work that takes longer counts as several steps, in proportion to its time.
struct RegexSearch {
    private let program: RegexProgram
    private let steps: [RegexProgram.Step]
    private let isAnchored: Bool
    /// The number of remaining steps, or less than zero if the search reached its limit.
    private(set) var rest: Int

    // These arrays have a fixed length because appending to them would double the time of a step.
    /// The program steps that the current scalar is compared with.
    private var threads: [Int32]
    private var threadCount = 0
    /// The program steps that the next scalar is compared with.
    private var next: [Int32]
    private var nextCount = 0
    private var waiting: [Int32]
    private var waitingCount = 0

    /// The number of scalars so far, plus one.
    private var position: Int32 = 1
    /// For each program step, the last position at which the search visited it.
    private var seen: [Int32]
    /// For each set, twice the last position at which a scalar was compared, plus one if the set contains that scalar.
    ///
    /// All program steps of a repetition share one set.
    private var known: [Int32]
    /// The other cases of a scalar, and its position.
    private var cases: (position: Int32, scalars: [Unicode.Scalar]) = (0, [])

    /// Creates a search.
    ///
    /// - Parameter limit: Maximum number of steps.
    init(for program: RegexProgram, limit: Int) {
        self.program = program
        steps = program.steps
        isAnchored = if case .assertion(.textStart)? = steps.first { true } else { false }
        rest = limit
        let none = [Int32](repeating: 0, count: steps.count)
        (threads, next, waiting, seen) = (none, none, none, none)
        known = [Int32](repeating: 0, count: program.classes.count)
    }

    /// Returns whether a text contains a match, or `nil` if the search reached its limit first.
    mutating func isFound(in text: some Sequence<Unicode.Scalar>) -> Bool? {
        var before: Unicode.Scalar?
        var scalars = text.makeIterator()
        var present = scalars.next()
        while true {
            // A match can begin at each scalar, unless the pattern starts with an anchor.
            if before == nil || !isAnchored {
                if follow(0, between: before, present) { return true }
                if rest < 0 { return nil }
            } else if nextCount == 0 {
                return false
            }
            guard let scalar = present else { return false }
            present = scalars.next()
            swap(&threads, &next)
            (threadCount, nextCount) = (nextCount, 0)
            position += 1
            for index in 0..<threadCount {
                let step = Int(threads[index])
                guard case .scalar(let number) = steps[step], isIn(number, scalar) else { continue }
                if follow(step + 1, between: scalar, present) { return true }
            }
            if rest < 0 { return nil }
            before = scalar
        }
    }

    /// Returns whether a set contains the current scalar.
    private mutating func isIn(_ number: Int, _ scalar: Unicode.Scalar) -> Bool {
        rest -= 1
        let last = known[number]
        if last >> 1 == position { return last & 1 == 1 }
        let set = program.classes[number]
        rest -= program.costs[number]
        if set.ignoresCase, cases.position != position, rest >= 0 {
            rest -= scalar.costOfCases
            cases = (position, scalar.otherCases)
        }
        if rest < 0 { return false }
        let isIn = set.contains(scalar, inOtherCases: cases.scalars)
        known[number] = position << 1 | (isIn ? 1 : 0)
        return isIn
    }

    /// Visits all program steps that follow without a comparison, and returns whether the match is complete.
    private mutating func follow(
        _ start: Int, between before: Unicode.Scalar?, _ after: Unicode.Scalar?
    ) -> Bool {
        var step = start
        while true {
            rest -= 1
            if rest < 0 { return false }
            if seen[step] != position {
                seen[step] = position
                switch steps[step] {
                case .match: return true
                case .jump(let target):
                    step = target
                    continue
                case .split(let one, let other):
                    waiting[waitingCount] = Int32(other)
                    waitingCount += 1
                    step = one
                    continue
                case .assertion(let assertion):
                    rest -= assertion.cost
                    if assertion.matches(between: before, after) {
                        step += 1
                        continue
                    }
                case .scalar:
                    next[nextCount] = Int32(step)
                    nextCount += 1
                }
            }
            if waitingCount == 0 { return false }
            waitingCount -= 1
            step = Int(waiting[waitingCount])
        }
    }
}

// Costs are measured in steps.

extension RegexProgram.Assertion {
    /// The number of steps that a test counts as, in addition to the visit.
    fileprivate var cost: Int {
        switch self {
        case .textStart, .textEnd, .lineStart, .lineEnd: 0
        case .asciiWordBoundary, .noASCIIWordBoundary: 8
        case .wordBoundary, .noWordBoundary: 48
        }
    }
}

extension ScalarClass {
    /// The number of steps that a comparison counts as.
    var cost: Int { parts.reduce(8) { $0 + Self.cost(of: $1) } }

    private static func cost(of part: Part) -> Int {
        switch part {
        case .range: 3
        case .digit, .word, .space, .category, .alphabetic, .lowercase, .uppercase: 24
        case .not(let part): cost(of: part)
        case .nested(let set): set.cost
        }
    }
}

extension Unicode.Scalar {
    /// The number of steps that ``otherCases`` counts as.
    fileprivate var costOfCases: Int { isASCII ? 8 : 128 }
}
