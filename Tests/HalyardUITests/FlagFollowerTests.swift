// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import TestSupport
import Testing

@testable import HalyardUI

/// Tests for the follower that `@LiveFlag` uses.
@MainActor @Suite("FlagFollower")
struct FlagFollowerTests {
    private let provider = InMemoryFlagProvider(["limit": 1, "new-nav": false])
    private let follower = FlagFollower()
    private let journal = Journal()

    init() { follower.onChange = { [journal] in journal.add("changed") } }

    @Test("Reports changes of its flag only")
    func changes() async {
        let client = await FlagClient.serving(provider)
        follower.follow(.limit, of: client)
        provider.set(.newNav, true)
        provider.set(.limit, 2)
        await journal.untilCount(1)
        #expect(client.displayValue(of: .limit) == 2)
        provider.set(.limit, 3)
        await journal.untilCount(2)
        #expect(journal.lines.count == 2)
    }

    @Test("Follows a flag once across redraws")
    func redraws() async {
        let client = await FlagClient.serving(provider)
        for _ in 0..<100 { follower.follow(.limit, of: client) }
        provider.set(.limit, 2)
        await journal.untilCount(1)
        provider.set(.limit, 3)
        await journal.untilCount(2)
        #expect(journal.lines.count == 2)
    }

    @Test("Follows only the new flag when the flag changes")
    func otherFlag() async {
        let client = await FlagClient.serving(provider)
        follower.follow(.limit, of: client)
        follower.follow(.newNav, of: client)
        provider.set(.limit, 2)
        provider.set(.newNav, true)
        await journal.untilCount(1)
        #expect(journal.lines.count == 1)
    }

    @Test("Follows only the new client when the client changes")
    func otherClient() async {
        let first = await FlagClient.serving(provider)
        let other = InMemoryFlagProvider(["limit": 5])
        let second = await FlagClient.serving(other)
        follower.follow(.limit, of: first)
        follower.follow(.limit, of: second)
        provider.set(.limit, 2)
        other.set(.limit, 6)
        await journal.untilCount(1)
        #expect(journal.lines.count == 1)
        follower.follow(.limit, of: nil)
        other.set(.limit, 7)
        follower.follow(.limit, of: first)
        provider.set(.limit, 3)
        await journal.untilCount(2)
        #expect(journal.lines.count == 2)
    }

    @Test("Doesn't keep a follower alive after its view is gone")
    func gone() async {
        let client = await FlagClient.serving(provider)
        var follower: FlagFollower? = FlagFollower()
        weak let weakFollower = follower
        follower?.follow(.limit, of: client)
        follower = nil
        #expect(weakFollower == nil)
    }

    @Test("Reports a view without a client")
    func missing() {
        #expect(
            MissingClient.diagnostic("new-nav").description
                == "warning: new-nav: A view reads the flag 'new-nav' without a client in its environment, so it gets the default value. "
                + "Add .environment(\\.flags, client) to an enclosing view.")
    }
}
