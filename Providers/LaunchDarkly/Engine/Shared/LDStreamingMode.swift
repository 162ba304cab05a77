// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// How flags are kept up to date in the foreground.
public enum LDStreamingMode: String, Sendable, Hashable, CaseIterable {
    /// The service sends each change as it happens; watchOS polls nevertheless.
    case streaming
    /// The service is polled at each interval.
    case polling
}
