// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import TestSupport
import Testing

@testable import Halyard

@Suite("Provider name in updates")
struct UpdateProviderTests {
    @Test("Names the provider in every update of a switch (OpenFeature 5.2.3)")
    func acrossASwitch() async {
        let client = await FlagClient.serving(FixedProvider(name: "first"))
        var updates = client.updates.makeAsyncIterator()
        #expect(await updates.next()?.state.provider == "first")
        #expect(await client.swap(to: FixedProvider(name: "second")) == .completed)
        let next = await updates.next()?.state
        #expect(next?.provider == "second")
        #expect(next?.flagSet?.table.count == 1)
        #expect(client.providerName == "second")
    }
}
