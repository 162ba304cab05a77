// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// When a call ends by itself.
package struct CallLimits: Sendable {
    /// How long the whole answer may take, or its head if there is an idle timeout.
    package var deadline: Duration
    /// How long nothing may come behind the head.
    package var idleTimeout: Duration?
    /// How many bytes may wait for the reader, or come in all.
    package var size: Int
    /// A Boolean value that indicates whether `size` limits the whole body, which the reader receives at its end.
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

    /// The limit that the platform gets, in seconds: more than any limit of up to a day.
    ///
    /// It is the last resort, because Linux counts whole seconds only, fires at once below one, and never notices a head
    /// that comes byte by byte.
    package var platformTimeout: Double {
        let longest = max(deadline, idleTimeout ?? .zero)
        return min(max(longest / .seconds(1), 1), 86_400).rounded(.up) + 30
    }
}
