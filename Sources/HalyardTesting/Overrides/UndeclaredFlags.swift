// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The handling of flags that a test reads but no enclosing overrides declare.
public enum UndeclaredFlags: Sendable, Hashable {
    /// The client serves undeclared flags.
    ///
    /// Outer overrides can still record issues.
    case allowed
    /// The client serves undeclared flags, and each flag is recorded as an issue of the test.
    ///
    /// The issues are recorded when the overrides end, so later reads aren't reported.
    case fail
}
