// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import TestSupport
import Testing

@testable import HalyardUI

/// What is behind the Combine publisher.
@Suite("FlagDelivery", .timeLimit(.minutes(5)))
struct FlagDeliveryTests {
    private let provider = InMemoryProvider(["limit": 1])
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

    @Test("nothing is delivered before it is asked for")
    func noDemand() async {
        let client = await FlagClient.serving(provider)
        let delivery = delivery(client)
        provider.set(.limit, 2)
        for _ in 0..<50 { await Task.yield() }
        #expect(received.all == [])
        delivery.request(1)
        await until { received.all == [2] }
    }

    @Test("who asks for everything gets the current value and each later one")
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

    @Test("who asks for one gets one, and then the newest")
    func oneByOne() async {
        let client = await FlagClient.serving(provider)
        let delivery = delivery(client)
        delivery.request(1)
        await until { received.all == [1] }
        for limit in 2...5 { provider.set(.limit, limit) }
        for _ in 0..<50 { await Task.yield() }
        #expect(received.all == [1])
        delivery.request(1)
        await until { received.all == [1, 5] }
    }

    @Test("a receiver may ask for more with each value, and requests add up without overflow")
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

    @Test("after a cancellation nothing is delivered, not even the end")
    func cancelled() async {
        let client = await FlagClient.serving(provider)
        let delivery = delivery(client)
        delivery.request(1)
        await until { received.all == [1] }
        delivery.cancel()
        delivery.request(5)
        provider.set(.limit, 2)
        await client.shutdown()
        for _ in 0..<50 { await Task.yield() }
        #expect(received.all == [1])
        #expect(ends.count == 0)
    }

    @Test("the end of the client ends the delivery")
    func shutdown() async {
        let client = await FlagClient.serving(provider)
        let delivery = delivery(client)
        delivery.request(FlagDelivery<Int>.unlimited)
        await until { received.all == [1] }
        await client.shutdown()
        await until { ends.count == 1 }
    }

    @Test("a receiver may cancel while it receives")
    func reentrant() async {
        let client = await FlagClient.serving(provider)
        let box = Recorder<FlagDelivery<Int>>()
        let delivery = FlagDelivery(
            client.values(of: .limit),
            to: .init(
                value: { [received] value in
                    received.add(value)
                    box.all.first?.cancel()
                    return 1
                }, end: { [ends] in ends.add() }))
        box.add(delivery)
        delivery.request(10)
        await until { received.all == [1] }
        provider.set(.limit, 2)
        for _ in 0..<50 { await Task.yield() }
        #expect(received.all == [1])
        #expect(ends.count == 0)
    }
}
