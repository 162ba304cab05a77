// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// How well a provider can answer right now (OpenFeature 1.7).
///
/// A status means the same for all providers, because the client derives it from the provider's state and the flags in place:
///
/// | status | flags in place | reason |
/// | --- | --- | --- |
/// | ``ready`` | of the current context | the source confirmed them |
/// | ``reconciling`` | of the previous context | the context changed |
/// | ``stale`` | of the current context | they can be out of date: from a cache, offline, or after a failure |
/// | ``error`` | none of the current context, or only a part of a combination's | a failure that can pass |
/// | ``notReady`` | none | the source hasn't answered, or the client is shut down |
/// | ``fatal`` | the flags before, if any | a failure that will not pass by itself |
///
/// The worse state is the greater one.
public enum ProviderStatus: String, Sendable, Hashable, CaseIterable {
    /// The flags are right for the current context.
    case ready = "READY"
    /// The context changed and the flags for it are on their way.
    case reconciling = "RECONCILING"
    /// There are flags, but they may be out of date.
    case stale = "STALE"
    /// Something failed that can pass, and flags of the current context are missing.
    case error = "ERROR"
    /// Nothing has been answered yet, or the client is shut down.
    case notReady = "NOT_READY"
    /// Something failed that will not pass by itself.
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
    /// Whether the left state is the better one.
    public static func < (left: ProviderStatus, right: ProviderStatus) -> Bool { left.severity < right.severity }
}
