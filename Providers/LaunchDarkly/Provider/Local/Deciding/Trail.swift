// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The flags and segments that one evaluation has visited.
///
/// An evaluation that depends on itself reaches a limit. It then has the same result as in the LaunchDarkly SDKs, which search for
/// cycles: an error.
struct Trail {
    /// The maximum nesting depth of prerequisites and segments.
    private static let depthLimit = 64
    /// The maximum number of evaluated prerequisites and segments, which take less than a millisecond.
    private static let visitLimit = 10_000

    private var depth = 0
    private var visits = 0
    /// A Boolean value that indicates whether the result depends on a big segment.
    var usesBigSegment = false

    /// Begins the evaluation of a prerequisite or segment, or returns `false` if there were too many.
    mutating func enter() -> Bool {
        depth += 1
        visits += 1
        return depth <= Self.depthLimit && visits <= Self.visitLimit
    }

    mutating func leave() { depth -= 1 }
}
