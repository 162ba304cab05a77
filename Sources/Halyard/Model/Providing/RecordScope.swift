// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// How much of a context must be the same for stored flags to be served.
public enum RecordScope: Sendable, Hashable {
    /// Kinds and keys: flags outlive a change of attributes, and each identity has one record.
    case identity
    /// Everything in the context: each context has a record of its own, the newest twenty unless the policy sets a limit.
    case context
}
