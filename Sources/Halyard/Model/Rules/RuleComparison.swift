// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A comparison of a context's value with a rule's value.
package enum RuleComparison: Sendable {
    case equal, less, lessOrEqual, greater, greaterOrEqual

    /// Returns whether the left value meets the comparison with the right value.
    // Always inlined, because a generic function of another module isn't specialized otherwise.
    @inlinable @inline(__always)
    package func isMet<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
        switch self {
        case .equal: left == right
        case .less: left < right
        case .lessOrEqual: left <= right
        case .greater: left > right
        case .greaterOrEqual: left >= right
        }
    }
}
