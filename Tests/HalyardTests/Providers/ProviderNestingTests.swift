// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Testing
import TestSupport

@Suite("Provider nesting")
struct ProviderNestingTests {
    enum Layer: String, CaseIterable, Sendable {
        case persisted, bootstrapped, bootstrap, own, plain
    }

    /// A custom wrapper.
    private struct Own: ProviderWrapper {
        let inner: any FlagProvider

        func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
            try await inner.run(request, into: channel)
        }
    }

    private static func make(_ layers: [Layer]) throws -> any FlagProvider {
        var provider: any FlagProvider = ScriptedProvider()
        for layer in layers.reversed() {
            switch layer {
            case .persisted:
                provider = try PersistedProvider(
                    provider, policy: VariantLookupPolicy.networkOnly, store: InMemoryFlagStore())
            case .bootstrapped: provider = try BootstrappedProvider(provider, with: .text("{}"))
            case .bootstrap: provider = FileFlagProvider(.text("{}"))
            case .own: provider = Own(inner: provider)
            case .plain: break
            }
        }
        return provider
    }

    private static let twice = "both would store the same flags. Use only one of them."
    private static let hidden =
        "stored flags would hide the flags shipped with the app. Wrap persisted in bootstrapped instead."
    private static let ready =
        "flags from a file are available immediately, without a network. Use the bootstrap provider alone."

    @Test(
        "Rejects conflicting layers with a reason and a suggestion",
        arguments: [
            ([Layer.persisted, .persisted], "persisted can't wrap persisted: \(twice)"),
            ([.persisted, .own, .persisted], "persisted can't wrap persisted: \(twice)"),
            ([.persisted, .bootstrapped], "persisted can't wrap bootstrapped: \(hidden)"),
            ([.persisted, .own, .own, .bootstrapped], "persisted can't wrap bootstrapped: \(hidden)"),
            (
                [.bootstrapped, .persisted, .own, .bootstrapped],
                "persisted can't wrap bootstrapped: \(hidden)"
            ),
            (
                [.bootstrapped, .bootstrapped],
                "bootstrapped can't wrap bootstrapped: only one bootstrap applies. "
                    + "Put all flags into one file."
            ),
            ([.persisted, .bootstrap], "persisted can't wrap bootstrap: \(ready)"),
            ([.bootstrapped, .own, .bootstrap], "bootstrapped can't wrap bootstrap: \(ready)"),
        ])
    func refused(layers: [Layer], message: String) {
        let error = #expect(throws: ProviderNestingError.self) { try Self.make(layers) }
        #expect(error?.description == message)
    }

    @Test(
        "Allows compatible layers and keeps the inner provider's name",
        arguments: [
            [Layer.persisted, .plain], [.bootstrapped, .plain], [.bootstrapped, .persisted],
            [.own, .bootstrapped, .own, .persisted, .own],
        ])
    func allowed(layers: [Layer]) throws {
        #expect(try Self.make(layers).name == "scripted")
    }
}
