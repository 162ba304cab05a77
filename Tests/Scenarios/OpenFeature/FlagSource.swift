// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTesting

/// Where a scenario's client has its flags from.
enum FlagSource {
    /// The flags themselves.
    case stable
    /// Flags that may be out of date.
    case stale
    /// Flags that a cache in front of the network kept.
    case cached
    /// No answer at all.
    case notReady
    /// An error that may pass.
    case failing
    /// An error that will not pass.
    case fatal

    /// The provider that a client is made with.
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

    /// How long to wait for the provider.
    var deadline: Duration { self == .notReady ? .zero : .seconds(5) }
}

/// Serves the flags of another provider as those of a cache.
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
