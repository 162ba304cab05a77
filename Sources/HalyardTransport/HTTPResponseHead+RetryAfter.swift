// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import HalyardSupport

extension HTTPResponseHead {
    /// The pause that the server asks for (RFC 9110, section 10.2.3); nil when it asks for none.
    package func retryAfter(at now: Instant) -> Duration? {
        headers["Retry-After"].flatMap { RetryAfter.pause($0, at: now) }
    }
}
