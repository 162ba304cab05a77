// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

@testable import Halyard
import HalyardSupport
import Testing
import TestSupport

@Suite("Kill switch replacement")
struct KillSwitchFollowerTests {
    private let time = ManualTime()  // 2026-01-01T00:00:00Z
    private let files = InMemoryFileSystem()
    private let limit = FlagKey("limit", default: 9)
    /// A kill switch URL that never responds.
    private let silent = KillSwitch.url(
        "https://kill.test/kill.json",
        fetcher: DocumentFetcher { _ in
            try await ManualTime().sleep(for: .seconds(1))
            throw FlagError(.general, "no")
        })

    /// Returns a client whose provider sets the limit to 1, and whose kill switch sets it to 0 for one hour.
    private func forcedClient() async -> FlagClient {
        files.write(
            #"{"killSwitch": 1, "expires": "2026-01-01T01:00:00Z", "flags": {"limit": 0}}"#, to: "kill.json")
        let source = KillSwitch.file("kill.json", refresh: .seconds(30), files: files)
        let client = await FlagClient.serving(InMemoryFlagProvider(["limit": 1]), at: time) { $0.killSwitch = source }
        await untilWaiting()
        return client
    }

    /// Returns when a follower waits for its next check and the expiry.
    ///
    /// Advancing the time earlier would delay both.
    private func untilWaiting() async { await time.untilSleeping(2) }

    @Test("Ignores a document from the replaced source")
    func late() async {
        let client = await forcedClient()
        client.replaceKillSwitch(silent)
        let document = KillSwitchDocument(expires: time.now + .seconds(7200), note: nil, values: ["limit": 5])
        client.takeKillSwitch(document, of: "kill.json", from: .init(number: 0, subject: .killSwitch) { client })
        #expect(client[limit] == 0)
        await client.shutdown()
    }

    @Test("Expires the old document while the new source is silent")
    func expiry() async {
        let client = await forcedClient()
        client.replaceKillSwitch(silent)
        await untilWaiting()
        #expect(client[limit] == 0)
        #expect(
            client.explain(limit.name).steps.first?.message == "kill.json sets 0 until 2026-01-01T01:00:00.000Z.",
            "the new source hasn't responded yet")
        let before = client.state.sequence
        time.advance(by: .seconds(3600))
        #expect(client[limit] == 1)
        await until { client.state.sequence > before }
        await client.shutdown()
    }

    @Test("Doesn't restore an expired document when the clock is set back")
    func back() async {
        let client = await forcedClient()
        let before = client.state.sequence
        time.advance(by: .seconds(3600))
        await until { client.state.sequence > before }
        time.setWallClock(time.now + .seconds(-1800))
        client.replaceKillSwitch(silent)
        #expect(client[limit] == 1)
        await client.shutdown()
    }

    @Test("Restores the provider's flags when the kill switch is removed")
    func none() async {
        let client = await forcedClient()
        client.replaceKillSwitch(nil)
        #expect(client[limit] == 1)
        #expect(client.explain(limit.name).steps.allSatisfy { $0.layer != .killSwitch })
        await client.shutdown()
    }

    @Test("Releases a replaced source outside the client's lock")
    func released() {
        let client = FlagClient(provider: InMemoryFlagProvider(["limit": 1]), options: .manual(time))
        let answers = Recorder<Bool>()
        func forget() {
            let end = OnEnd { [weak client] in if let client { answers.add(client.overrides.isAllowed) } }
            let fetcher = DocumentFetcher { _ in withExtendedLifetime(end) { .notModified } }
            client.replaceKillSwitch(.url("x://kill", fetcher: fetcher))
        }
        forget()
        #expect(answers.count == 0)
        client.replaceKillSwitch(nil)
        #expect(answers.count == 1)
    }
}
