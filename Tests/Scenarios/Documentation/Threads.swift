// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Testing

@Suite("Guide samples: threads and reentrancy")
struct ThreadsTests {
    @Test("Ends a start at its deadline on a manual clock")
    func manualTime() async {
        let time = ManualTime()
        var options = FlagClient.Options()
        options.time = time
        let slow = OneShot { _ in
            try await time.sleep(for: .seconds(60))
            return [:]
        }
        let flags = FlagClient(provider: slow, options: options)
        async let result = flags.start(within: .seconds(2))
        await time.untilSleeping(2)  // the provider's, and the deadline's
        time.advance(by: .seconds(2))
        #expect(
            await result == .defaults(FlagError(.providerNotReady, "The provider didn't respond within 2.0 seconds."))
        )
    }
}
