// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A regular expression of RE2's language, as a program that runs in linear time.
///
/// Unleash's constraints have the dialect of Rust's `regex`: no look-around, no back references, Unicode throughout. Written here
/// because no engine of the toolchain has that language: Swift's `Regex` and ICU's backtrack, and take time exponential in the input
/// for patterns such as `(a+)+b`. Here a match takes time
/// proportional to the length of the text, at most 10,000 steps and 100,000 comparisons for each scalar; a program has at most 10,000 steps.
struct RegexProgram: Sendable {
    /// One step; the numbers are steps, or places in the tables.
    enum Step: Sendable {
        /// A scalar of a class.
        case scalar(Int)
        /// Goes on at either step.
        case split(Int, Int)
        case jump(Int)
        case assertion(Assertion)
        case match
    }

    enum Assertion: Sendable {
        case textStart, textEnd, lineStart, lineEnd, wordBoundary, noWordBoundary
    }

    let steps: [Step]
    let classes: [ScalarClass]

    /// Whether the pattern is found anywhere in a text.
    func isFound(in text: some Sequence<Unicode.Scalar>) -> Bool {
        var threads = Threads(steps.count)
        var next = Threads(steps.count)
        var before: Unicode.Scalar?
        var scalars = text.makeIterator()
        var present = scalars.next()
        while true {
            // A match may begin anywhere.
            if follow(0, between: before, present, into: &threads) { return true }
            guard let scalar = present else { return false }
            present = scalars.next()
            next.clear()
            for index in 0..<threads.count {
                guard case .scalar(let number) = steps[threads[index]], classes[number].contains(scalar) else {
                    continue
                }
                if follow(threads[index] + 1, between: scalar, present, into: &next) { return true }
            }
            swap(&threads, &next)
            before = scalar
        }
    }

    /// Adds a step and all that can be reached from it without a scalar; true when that is a match.
    private func follow(
        _ start: Int, between before: Unicode.Scalar?, _ after: Unicode.Scalar?, into threads: inout Threads
    ) -> Bool {
        threads.waiting.append(start)
        while let step = threads.waiting.popLast() {
            guard threads.insert(step) else { continue }
            switch steps[step] {
            case .match:
                threads.waiting.removeAll()
                return true
            case .jump(let target): threads.waiting.append(target)
            case .split(let one, let other):
                threads.waiting.append(other)
                threads.waiting.append(one)
            case .assertion(let assertion):
                if assertion.holds(between: before, after) { threads.waiting.append(step + 1) }
            case .scalar: break
            }
        }
        return false
    }

    /// The steps that are reached, each once.
    private struct Threads {
        private var dense: [Int] = []
        private var sparse: [Int]
        var waiting: [Int] = []

        init(_ count: Int) { sparse = [Int](repeating: 0, count: count) }

        var count: Int { dense.count }

        subscript(index: Int) -> Int { dense[index] }

        mutating func clear() { dense.removeAll(keepingCapacity: true) }

        mutating func insert(_ step: Int) -> Bool {
            let place = sparse[step]
            if place < dense.count, dense[place] == step { return false }
            sparse[step] = dense.count
            dense.append(step)
            return true
        }
    }
}

extension RegexProgram.Assertion {
    func holds(between before: Unicode.Scalar?, _ after: Unicode.Scalar?) -> Bool {
        switch self {
        case .textStart: before == nil
        case .textEnd: after == nil
        case .lineStart: before == nil || before == "\n"
        case .lineEnd: after == nil || after == "\n"
        case .wordBoundary: before.isWord != after.isWord
        case .noWordBoundary: before.isWord == after.isWord
        }
    }
}

extension Unicode.Scalar? {
    fileprivate var isWord: Bool { map { ScalarClass.isWord($0) } ?? false }
}
