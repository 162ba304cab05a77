// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import Testing
import TestSupport

@Suite("FlagChannel")
struct FlagChannelTests {
    /// A provider that exposes its first run's channel, and records when that run is canceled.
    private final class Lending: FlagProvider {
        let name = "lending"
        let first = Lock<FlagChannel?>(nil)
        let isCancelled = Lock(false)

        func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
            let isFirst = first.withLock { first in
                defer { first = first ?? channel }
                return first == nil
            }
            channel.publish(.ready(FlagSet(["limit": 1], from: name, for: request.context)))
            await withTaskCancellationHandler {
                for await _ in AsyncStream<Never>.makeStream().stream {}
            } onCancel: {
                if isFirst { isCancelled.withLock { $0 = true } }
            }
        }

        /// Publishes into the first run's channel.
        ///
        /// Returns the result, and whether the run was canceled before.
        func publishLate() -> [Bool] {
            let wasCancelled = isCancelled.withLock { $0 }
            let late = FlagSet(["limit": 99], from: name, for: .user("u"))
            return [first.withLock { $0 }?.publish(.ready(late)) ?? false, wasCancelled]
        }
    }

    @Test("Returns false from publish only after the run's task is canceled")
    func cancelsFirst() async {
        let provider = Lending()
        let results = Recorder<[Bool]>()
        // This runs in the middle of the call that ends the first run.
        let sink = CallbackSink(onReceive: { event in
            if case .modeChanged(.offline) = event { results.add(provider.publishLate()) }
        })
        let client = FlagClient(provider: provider, context: .user("u"), sinks: [sink], options: .manual())
        #expect(await client.start() == .ready)
        #expect(await client.setOnline(false) == .completed)
        #expect(results.all == [[true, false]])
        #expect(client.int("limit", default: 0) == 1)
        #expect(provider.publishLate() == [false, true])
        #expect(client.int("limit", default: 0) == 1)
        await client.shutdown()
    }

    @Test("Returns false from publish through wrappers and combinations")
    func wrapped() async throws {
        let provider = Lending()
        let persisted = try PersistedProvider(
            provider, policy: VariantLookupPolicy.networkFirst(), store: InMemoryFlagStore(), time: ManualTime())
        let combined = try CombinedProvider("all", [.init(persisted)])
        let results = Recorder<[Bool]>()
        // This runs in the middle of the call that ends the first run.
        let sink = CallbackSink(onReceive: { event in
            if case .modeChanged(.offline) = event { results.add(provider.publishLate()) }
        })
        let client = FlagClient(provider: combined, context: .user("u"), sinks: [sink], options: .manual())
        #expect(await client.start() == .ready)
        #expect(await client.setOnline(false) == .completed)
        #expect(results.all == [[true, false]])
        #expect(provider.publishLate() == [false, true])
        #expect(client.int("limit", default: 0) == 1)
        await client.shutdown()
    }
}
