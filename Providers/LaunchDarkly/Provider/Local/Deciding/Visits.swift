// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The flags and segments that one evaluation has visited.
///
/// An evaluation that depends on itself reaches a limit. It then has the same result as in the LaunchDarkly SDKs, which search for
/// cycles: an error.
struct Visits {
    /// The maximum nesting depth of prerequisites and segments.
    private static let depthLimit = 64
    /// The maximum number of evaluated prerequisites and segments, which take less than a millisecond.
    private static let visitLimit = 10_000

    /// The reason why an evaluation reaches a limit, for messages.
    static let limitExcess =
        "depends on itself, or needs more than \(depthLimit) levels of prerequisites and segments, or too many of them"

    private var depth = 0
    private var count = 0
    /// A Boolean value that indicates whether the evaluation reached a limit.
    private(set) var isOverLimit = false
    /// A Boolean value that indicates whether the result depends on a big segment.
    var usesBigSegment = false

    /// Begins the evaluation of a prerequisite or segment, or returns `false` if there were too many.
    mutating func enter() -> Bool {
        depth += 1
        count += 1
        if depth > Self.depthLimit || count > Self.visitLimit { isOverLimit = true }
        return !isOverLimit
    }

    mutating func leave() { depth -= 1 }
}
