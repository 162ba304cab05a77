// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// Where a scenario's client has its flags from.
enum FlagSource {
    /// The flags themselves.
    case stable
    /// Flags that may be out of date.
    case stale
    /// Flags that a cache in front of the network kept.
    case cached
    /// The flags once, and no answer to any later request.
    case answersOnce
    /// No answer at all.
    case notReady
    /// An error that may pass.
    case failing
    /// An error that will not pass.
    case fatal

    /// The provider that a client is made with.
    func provider(serving memory: InMemoryProvider) -> any FlagProvider {
        switch self {
        case .stable: memory
        case .stale: RelayingProvider(memory) { _, state in .stale(state.snapshot) }
        case .cached: RelayingProvider(memory) { _, state in .stale(state.snapshot.map(Self.cached)) }
        case .answersOnce: RelayingProvider(memory) { request, state in request.cause == .start ? state : nil }
        case .notReady: RelayingProvider(memory) { _, _ in nil }
        case .failing: RelayingProvider(memory) { _, _ in .failed(FlagError(.general, "The service is down.")) }
        case .fatal: FatalProvider()
        }
    }

    /// How long to wait for the provider.
    var deadline: Duration { self == .notReady ? .zero : .seconds(5) }

    private static func cached(_ snapshot: FlagSnapshot) -> FlagSnapshot {
        snapshot.deriving(
            FlagTable(
                snapshot.table.map { flag in
                    Flag(
                        flag.key, flag.value, variant: flag.variant, reason: .cached, metadata: flag.metadata,
                        origin: Origin(.persisted, provider: flag.origin.provider))
                }))
    }
}

/// Changes what another provider says; nil keeps it quiet.
private struct RelayingProvider: FlagProvider {
    private let inner: InMemoryProvider
    private let change: @Sendable (FlagRequest, ProviderState) -> ProviderState?

    init(_ inner: InMemoryProvider, _ change: @escaping @Sendable (FlagRequest, ProviderState) -> ProviderState?) {
        self.inner = inner
        self.change = change
    }

    var name: String { inner.name }

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        try await inner.run(request, into: channel.map { [change] state in change(request, state) })
    }
}

/// Gives up at once.
private struct FatalProvider: FlagProvider {
    let name = "fatal"

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        throw FlagError(.providerFatal, "The service does not know this app.")
    }
}
