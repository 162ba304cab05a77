// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// How well a provider can answer right now (OpenFeature 1.7).
///
/// The same for all providers, because the client determines it from what a provider publishes and from the flags in place:
///
/// | status | flags in place |
/// | --- | --- |
/// | ``ready`` | those of the current context, as the source last confirmed them |
/// | ``reconciling`` | those of the context before |
/// | ``stale`` | those of the current context, which may be out of date; the error says why, if something failed |
/// | ``error`` | none; the error says why, and it may pass |
/// | ``notReady`` | none; no answer has come yet, or the client is shut down |
/// | ``fatal`` | those that were in place, if any; the error says why, and it will not pass by itself |
///
/// The worse state is the greater one.
public enum ProviderStatus: String, Sendable, Hashable, CaseIterable {
    /// The flags are right for the current context.
    case ready = "READY"
    /// The context changed and the flags for it are on their way.
    case reconciling = "RECONCILING"
    /// There are flags, but they may be out of date.
    case stale = "STALE"
    /// Something failed, and there are no flags; it may pass.
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
