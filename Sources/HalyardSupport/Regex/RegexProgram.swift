// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A regular expression without backtracking, as a program that runs in linear time.
///
/// The dialect of Rust's `regex`, which has no look-around and no backreferences, and supports Unicode. Unleash uses it.
/// LaunchDarkly uses RE2's own dialect, which differs in details (``RegexParser/Dialect``).
/// Halyard implements it because no engine in the toolchain supports that dialect. Swift's `Regex` and ICU use backtracking,
/// which takes exponential time for patterns such as `(a+)+b`. This implementation takes time proportional to the length of the
/// text and to the number of steps, which is at most 10,000. A search ends at ``searchLimit``.
package struct RegexProgram: Sendable {
    /// A step, whose numbers refer to steps or to the program's sets.
    enum Step: Sendable {
        /// Matches a scalar in a set.
        case scalar(Int)
        /// Continues at both steps.
        case split(Int, Int)
        case jump(Int)
        case assertion(Assertion)
        case match
    }

    enum Assertion: Sendable {
        case textStart, textEnd, lineStart, lineEnd
        case wordBoundary, noWordBoundary, asciiWordBoundary, noASCIIWordBoundary
    }

    let steps: [Step]
    let classes: [ScalarClass]
    /// For each set, the number of search steps that one comparison counts as.
    let costs: [Int]

    init(steps: [Step], classes: [ScalarClass]) {
        self.steps = steps
        self.classes = classes
        costs = classes.map(\.cost)
    }

    /// The maximum number of steps of a search, which takes a few milliseconds.
    package static let searchLimit = 500_000

    /// Returns whether a text contains a match, or `nil` if the search reached its limit first.
    package func isFound(in text: some Sequence<Unicode.Scalar>, limit: Int = searchLimit) -> Bool? {
        var search = RegexSearch(for: self, limit: limit)
        return search.isFound(in: text)
    }

    /// Returns whether UTF-8 bytes contain a match, or `nil` if the search reached its limit first.
    package func isFound(in bytes: ArraySlice<UInt8>) -> Bool? { isFound(in: UTF8Scalars(bytes)) }
}

extension RegexProgram.Assertion {
    func matches(between before: Unicode.Scalar?, _ after: Unicode.Scalar?) -> Bool {
        switch self {
        case .textStart: before == nil
        case .textEnd: after == nil
        case .lineStart: before == nil || before == "\n"
        case .lineEnd: after == nil || after == "\n"
        case .wordBoundary: before.isWord != after.isWord
        case .noWordBoundary: before.isWord == after.isWord
        case .asciiWordBoundary: before.isASCIIWord != after.isASCIIWord
        case .noASCIIWordBoundary: before.isASCIIWord == after.isASCIIWord
        }
    }
}

extension Unicode.Scalar? {
    fileprivate var isWord: Bool { map { ScalarClass.isWord($0) } ?? false }

    fileprivate var isASCIIWord: Bool { map { $0.isASCII && ScalarClass.isWord($0) } ?? false }
}

/// The Unicode scalars of UTF-8 bytes, decoded one at a time to avoid a copy.
private struct UTF8Scalars: Sequence, IteratorProtocol {
    private var bytes: ArraySlice<UInt8>.Iterator
    private var codec = UTF8()

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes.makeIterator() }

    mutating func next() -> Unicode.Scalar? {
        switch codec.decode(&bytes) {
        case .scalarValue(let scalar): scalar
        case .emptyInput: nil
        case .error: "\u{FFFD}"
        }
    }
}
