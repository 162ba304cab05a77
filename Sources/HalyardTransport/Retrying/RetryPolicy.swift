// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Whether and when a request that failed is sent again.
public struct RetryPolicy: Sendable, Hashable {
    /// Statuses that say that the same request will never be taken.
    public var permanentStatuses: Set<Int>
    /// How long to wait before each further attempt.
    public var delay: Duration
    /// How many attempts follow the first one, at most.
    public var retryCount: Int

    /// Makes a policy.
    public init(permanentStatuses: Set<Int>, delay: Duration = .seconds(1), retryCount: Int = 1) {
        self.permanentStatuses = permanentStatuses
        self.delay = delay
        self.retryCount = retryCount
    }

    /// What blames the request (RFC 9110, section 15.5) is not sent again, but for 408, 425 and 429.
    public static let standard = RetryPolicy(permanentStatuses: Set(400...499).subtracting([408, 425, 429]))
}
