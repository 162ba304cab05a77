// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A regular expression of RE2's language, as a program that runs in linear time.
///
/// Unleash's constraints have the dialect of Rust's `regex`: no look-around, no back references, Unicode throughout. Written here
/// because no engine of the toolchain has that language: Swift's `Regex` and ICU's backtrack, and take time exponential in the input
/// for patterns such as `(a+)+b`. Here a search takes time
/// proportional to the length of the text and to the number of steps, which is 10,000 at most, and ends at ``searchLimit``.
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
    /// For each set, the number of search steps that a comparison counts as.
    let costs: [Int]

    init(steps: [Step], classes: [ScalarClass]) {
        self.steps = steps
        self.classes = classes
        costs = classes.map(\.cost)
    }

    /// The maximum number of steps of a search, which take a few milliseconds.
    static let searchLimit = 500_000

    /// Returns whether a text contains a match, or `nil` if the search reached its limit first.
    func isFound(in text: some Sequence<Unicode.Scalar>, limit: Int = searchLimit) -> Bool? {
        var search = RegexSearch(for: self, limit: limit)
        return search.isFound(in: text)
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
