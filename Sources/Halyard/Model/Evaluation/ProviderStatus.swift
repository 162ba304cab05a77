// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The provider's current ability to serve flags (OpenFeature 1.7).
///
/// ```swift
/// if flags.status == .stale { print("Offline") }
/// ```
/// A status means the same for all providers, because the client derives it from the provider's state and its flags:
///
/// | status | flags | reason |
/// | --- | --- | --- |
/// | ``ready`` | of the current context | the source confirmed them |
/// | ``reconciling`` | of the previous context | the context changed |
/// | ``stale`` | of the current context | they might be out of date: from a cache, offline, or after a failure |
/// | ``error`` | none of the current context, or only some of a combination's | a temporary failure |
/// | ``notReady`` | none | the source hasn't responded, or the client is shut down |
/// | ``fatal`` | the previous flags, if any | a permanent failure |
///
/// A worse status is greater.
public enum ProviderStatus: String, Sendable, Hashable, CaseIterable {
    /// The flags are up to date for the current context.
    case ready = "READY"
    /// The context changed, and its flags aren't available yet.
    case reconciling = "RECONCILING"
    /// There are flags, but they might be out of date.
    case stale = "STALE"
    /// A temporary failure occurred, and flags of the current context are missing.
    case error = "ERROR"
    /// The source hasn't responded yet, or the client is shut down.
    case notReady = "NOT_READY"
    /// A permanent failure occurred.
    case fatal = "FATAL"

    private var severity: Int {
        switch self {
        case .ready: 0
        case .reconciling: 1
        case .stale: 2
        case .error: 3
        case .notReady: 4
        case .fatal: 5
        }
    }
}

extension ProviderStatus: Comparable {
    /// Returns true if the left status is better.
    public static func < (left: ProviderStatus, right: ProviderStatus) -> Bool { left.severity < right.severity }
}
