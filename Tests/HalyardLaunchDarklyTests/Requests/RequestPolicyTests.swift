// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardLaunchDarkly
import HalyardTransport
import Testing

@Suite("LaunchDarkly retry policies")
struct RequestPolicyTests {
    private let refusals: Set = [401, 402, 403, 404, 405, 406, 410, 413, 418, 425, 499]
    private let passing: Set = [200, 204, 301, 304, 400, 408, 429, 500, 501, 503, 599]

    @Test("Ends streams only after a rejection of the key or the address")
    func streams() {
        #expect(EventSourcePolicy.launchDarkly.permanentStatuses.isSuperset(of: refusals))
        #expect(EventSourcePolicy.launchDarkly.permanentStatuses.isDisjoint(with: passing))
        #expect(EventSourcePolicy.launchDarkly.slowStatuses == [])
    }

    @Test("Retries persistent streams 5 minutes after a rejection")
    func persistentStreams() {
        #expect(EventSourcePolicy.launchDarklyPersistent.permanentStatuses == [])
        #expect(EventSourcePolicy.launchDarklyPersistent.slowStatuses.isSuperset(of: refusals))
        #expect(EventSourcePolicy.launchDarklyPersistent.slowStatuses.isDisjoint(with: passing))
        #expect(EventSourcePolicy.launchDarklyPersistent.slowDelay == .seconds(300))
    }

    @Test("Retries events once after a second, and diagnostic events immediately")
    func retries() {
        #expect(SendResult.Policy.launchDarkly.permanentStatuses == EventSourcePolicy.launchDarkly.permanentStatuses)
        #expect(SendResult.Policy.launchDarkly.delay == .seconds(1))
        #expect(SendResult.Policy.launchDarkly.retryCount == 1)
        #expect(
            SendResult.Policy.launchDarklyDiagnostics.permanentStatuses
                == EventSourcePolicy.launchDarkly.permanentStatuses)
        #expect(SendResult.Policy.launchDarklyDiagnostics.delay == .zero)
        #expect(SendResult.Policy.launchDarklyDiagnostics.retryCount == 1)
    }
}
