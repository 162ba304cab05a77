// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What becomes of a test that reads flags which none of the overrides around the read declares.
public enum UndeclaredFlags: Sendable, Hashable {
    /// They are served by the client, as always; overrides further out may still ask for issues.
    case allowed
    /// They are served by the client, and each of them is an issue of the test.
    ///
    /// The issues are recorded when the overrides end, so reads that come later are not seen.
    case fail
}
