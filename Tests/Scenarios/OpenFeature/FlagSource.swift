// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTesting

/// The source of a scenario's flags.
enum FlagSource {
    /// Current flags.
    case stable
    /// Flags that might be outdated.
    case stale
    /// Flags from a cache in front of the network.
    case cached
    /// No response.
    case notReady
    /// A transient error.
    case failing
    /// A permanent error.
    case fatal

    /// Returns the provider to create a client with.
    func provider(from provider: TestProvider) -> any FlagProvider {
        switch self {
        case .stable: break
        case .stale: provider.goStale()
        case .cached: return CachedProvider(inner: provider)
        case .notReady: provider.hold()
        case .failing: provider.fail(FlagError(.general, "The service is down."))
        case .fatal: provider.fail(FlagError(.providerFatal, "The service does not know this app."))
        }
        return provider
    }

    /// The time to wait for the provider.
    var deadline: Duration { self == .notReady ? .zero : .seconds(5) }
}

/// A wrapper that serves another provider's flags as cached flags.
private struct CachedProvider: ProviderWrapper {
    let inner: any FlagProvider

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        try await inner.run(request, into: channel.map { state in .stale(state.flagSet.map(Self.cached)) })
    }

    private static func cached(_ flagSet: FlagSet) -> FlagSet {
        flagSet.deriving(
            FlagTable(
                flagSet.table.map { flag in
                    EvaluatedFlag(
                        flag.key, flag.value, variant: flag.variant, reason: .cached, metadata: flag.metadata,
                        origin: Origin(.persisted, provider: flag.origin.provider))
                }))
    }
}
