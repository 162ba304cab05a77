// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import HalyardSupport

extension HTTPResponseHead {
    /// The pause that the server asks for: seconds, an HTTP date (RFC 9110, section 10.2.3), or an RFC 3339 date, which
    /// OpenFeature's remote evaluation protocol writes; nil when it asks for none.
    ///
    /// It has no upper bound.
    public func retryAfter(at now: Instant) -> Duration? {
        headers["Retry-After"].flatMap { RetryAfter.pause($0, at: now) }
    }
}
