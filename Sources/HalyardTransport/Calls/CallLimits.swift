// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The limits after which a call ends.
package struct CallLimits: Sendable {
    /// The maximum time for the complete response, or for its head if there is an idle timeout.
    package var deadline: Duration
    /// The maximum time without data after the head.
    package var idleTimeout: Duration?
    /// The maximum number of bytes that wait for the reader, or of the complete body.
    package var size: Int
    /// A Boolean value that indicates whether `size` limits the complete body, which the reader receives at its end.
    package var isWholeBody: Bool

    package init(_ limits: HTTPLimits) {
        deadline = limits.deadline
        size = limits.maximumBodySize
        isWholeBody = true
    }

    package init(_ limits: HTTPStreamLimits) {
        deadline = limits.responseTimeout
        idleTimeout = limits.idleTimeout
        size = limits.maximumBufferSize
        isWholeBody = false
    }

    /// The platform's timeout in seconds, which is longer than any limit of up to a day.
    ///
    /// It's the last resort, because Linux only counts whole seconds, times out immediately below one second, and ignores a head
    /// that arrives byte by byte.
    package var platformTimeout: Double {
        let longest = max(deadline, idleTimeout ?? .zero)
        return min(max(longest / .seconds(1), 1), 86_400).rounded(.up) + 30
    }
}
