// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import TestSupport
import Testing

@testable import HalyardUI

/// Tests for the delivery that the Combine publisher uses.
@Suite("FlagDelivery")
struct FlagDeliveryTests {
    private let provider = InMemoryFlagProvider(["limit": 1])
    private let received = Recorder<Int>()
    private let ends = Recorder<Void>()

    private func delivery(_ client: FlagClient, more: Int = 0) -> FlagDelivery<Int> {
        FlagDelivery(
            client.values(of: .limit),
            to: .init(
                value: { [received] value in
                    received.add(value)
                    return more
                }, end: { [ends] in ends.add() }))
    }

    /// Waits until nothing refers to the delivery, so that it can't deliver any more values.
    private func untilReleased(_ delivery: inout FlagDelivery<Int>?) async {
        weak let released = delivery
        delivery = nil
        await until { released == nil }
    }

    @Test("Doesn't deliver values before the first request")
    func noDemand() async {
        let client = await FlagClient.serving(provider)
        let delivery = delivery(client)
        provider.set(.limit, 2)
        delivery.request(1)
        await until { received.count > 0 }
        #expect(received.all == [2])
    }

    @Test("Delivers the current value and each change for unlimited demand")
    func unlimited() async {
        let client = await FlagClient.serving(provider)
        let delivery = delivery(client)
        delivery.request(FlagDelivery<Int>.unlimited)
        await until { received.all == [1] }
        for limit in 2...4 {
            provider.set(.limit, limit)
            await until { received.all.last == limit }
        }
        #expect(received.all == [1, 2, 3, 4])
    }

    @Test("Delivers one value per request, always the newest")
    func oneByOne() async {
        let client = await FlagClient.serving(provider)
        let delivery = delivery(client)
        delivery.request(1)
        await until { received.all == [1] }
        for limit in 2...5 { provider.set(.limit, limit) }
        delivery.request(1)
        await until { received.count > 1 }
        #expect(received.all == [1, 5])
    }

    @Test("Adds the demand that a receiver returns, without overflow")
    func more() async {
        let client = await FlagClient.serving(provider)
        let delivery = delivery(client, more: .max)
        delivery.request(.max)
        delivery.request(.max)
        delivery.request(-1)
        await until { received.all == [1] }
        provider.set(.limit, 2)
        await until { received.all == [1, 2] }
        provider.set(.limit, 3)
        await until { received.all == [1, 2, 3] }
    }

    @Test("Delivers neither values nor the end after a cancellation")
    func cancelled() async {
        let client = await FlagClient.serving(provider)
        var delivery: FlagDelivery<Int>? = delivery(client)
        delivery?.request(1)
        await until { received.all == [1] }
        delivery?.cancel()
        delivery?.request(5)
        provider.set(.limit, 2)
        await client.shutdown()
        await untilReleased(&delivery)
        #expect(received.all == [1])
        #expect(ends.count == 0)
    }

    @Test("Ends when the client shuts down")
    func shutdown() async {
        let client = await FlagClient.serving(provider)
        let delivery = delivery(client)
        delivery.request(FlagDelivery<Int>.unlimited)
        await until { received.all == [1] }
        await client.shutdown()
        await until { ends.count == 1 }
    }

    @Test("Supports cancellation while a value is delivered")
    func reentrant() async {
        let client = await FlagClient.serving(provider)
        let box = Recorder<FlagDelivery<Int>>()
        var delivery: FlagDelivery? = FlagDelivery(
            client.values(of: .limit),
            to: .init(
                value: { [received] value in
                    received.add(value)
                    box.take().first?.cancel()
                    return 1
                }, end: { [ends] in ends.add() }))
        if let delivery { box.add(delivery) }
        delivery?.request(10)
        await until { received.all == [1] }
        provider.set(.limit, 2)
        await untilReleased(&delivery)
        #expect(received.all == [1])
        #expect(ends.count == 0)
    }
}
