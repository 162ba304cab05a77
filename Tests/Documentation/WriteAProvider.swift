// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardTesting
import Testing

/// Asks once, and serves what it got.
struct OneShot: FlagProvider {
    let name = "one-shot"
    let fetch: @Sendable (String?) async throws -> [String: FlagValue]

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        let values = try await fetch(request.context.key)
        channel.publish(.ready(FlagSnapshot(values, from: name, for: request.context)))
    }
}

/// Serves another provider's flags, all of them marked stale.
struct Cautious: ProviderWrapper {
    let inner: any FlagProvider

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        try await inner.run(
            request,
            into: channel.map { state in
                var state = state
                if state.status == .ready { state.status = .stale }
                return state
            })
    }
}

extension ProviderModule {
    /// What an app hands to its client, so that a configuration can say `"type": "one-shot"`.
    static let company = ProviderModule(types: [
        ProviderType("one-shot") { settings in
            let answer = settings.int("answer", default: 42, in: 0...100)
            return OneShot { _ in ["answer": .int(Int64(answer))] }
        }
    ])
}

@Suite("Write a provider: the code")
struct WriteAProviderTests {
    @Test("the smallest provider works, also by name, and so does a wrapper")
    func works() async throws {
        let flags = try FlagClient(
            configuration: .json(#"{"version": 1, "providers": {"one-shot": {"type": "one-shot", "answer": 7}}}"#),
            providers: [.company])
        #expect(await flags.start(within: .seconds(60)) == .ready)
        #expect(flags.int("answer", default: 0) == 7)

        let wrapped = FlagClient(provider: Cautious(inner: OneShot { _ in ["answer": 1] }))
        _ = await wrapped.start()
        #expect(wrapped.status == .stale)
        #expect(wrapped.int("answer", default: 0) == 1)
    }

    @Test("keeps the contract of every provider")
    func conformance() async {
        await ProviderConformance { OneShot { _ in ["answer": 42] } }.expectConformance()
    }

    @Test("so does the wrapper")
    func wrapperConformance() async {
        await ProviderConformance { Cautious(inner: OneShot { _ in ["answer": 42] }) }.expectConformance()
    }
}
