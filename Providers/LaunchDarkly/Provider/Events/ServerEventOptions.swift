// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Options for the events of a provider that evaluates flags for many contexts.
///
/// Such a provider reports each context once in an interval, and sends one summary for all contexts.
package struct ServerEventOptions: Sendable, Hashable {
    /// The maximum number of contexts that count as reported, which is at least 0, and 1,000 by default.
    package var contextKeysCapacity = 1000 {
        didSet { contextKeysCapacity = max(0, contextKeysCapacity) }
    }
    /// The interval after which contexts are reported again, which is at least a millisecond, and 5 minutes by default.
    package var contextKeysInterval: Duration = .seconds(300) {
        didSet { contextKeysInterval = max(.milliseconds(1), contextKeysInterval) }
    }

    /// Creates options with default values.
    package init() {}
}
