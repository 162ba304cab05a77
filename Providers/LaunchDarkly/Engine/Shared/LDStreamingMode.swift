// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// How flags are kept up to date while the user sees the app.
public enum LDStreamingMode: String, Sendable, Hashable, CaseIterable {
    /// The service sends each change as it happens; watchOS polls all the same.
    case streaming
    /// The service is asked at each interval.
    case polling
}
