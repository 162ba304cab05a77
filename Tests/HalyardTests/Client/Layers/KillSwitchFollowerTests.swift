// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

@testable import Halyard
import HalyardSupport
import Testing
import TestSupport

@Suite("A kill switch that is replaced")
struct KillSwitchFollowerTests {
    private let time = ManualTime()  // 2026-01-01T00:00:00Z
    private let files = InMemoryFileSystem()
    private let limit = FlagKey("limit", default: 9)
    /// A URL that never answers.
    private let silent = KillSwitch.url(
        "https://kill.test/kill.json",
        fetcher: DocumentFetcher { _ in
            try await ManualTime().sleep(for: .seconds(1))
            throw FlagError(.general, "no")
        })

    /// A client whose kill switch forces the limit to 0 until one o'clock, and whose provider says 1.
    private func forcedClient() async -> FlagClient {
        files.write(
            #"{"killSwitch": 1, "expires": "2026-01-01T01:00:00Z", "flags": {"limit": 0}}"#, to: "kill.json")
        let source = KillSwitch.file("kill.json", refresh: .seconds(30), files: files)
        let client = await FlagClient.serving(InMemoryProvider(["limit": 1]), at: time) { $0.killSwitch = source }
        await untilWaiting()
        return client
    }

    /// Returns when a follower waits for its next look and for the expiry; a clock moved earlier moves its deadlines.
    private func untilWaiting() async { await time.untilSleeping(2) }

    @Test("a document that the old source still delivers has no effect")
    func late() async {
        let client = await forcedClient()
        client.replaceKillSwitch(silent)
        let document = KillSwitchDocument(expires: time.now + .seconds(7200), note: nil, values: ["limit": 5])
        client.takeKillSwitch(document, of: "kill.json", from: .init(number: 0, subject: .killSwitch) { client })
        #expect(client[limit] == 0)
        await client.shutdown()
    }

    @Test("what the old source forced ends at its expiry, and observers learn of it, while the new one is silent")
    func expiry() async {
        let client = await forcedClient()
        client.replaceKillSwitch(silent)
        await untilWaiting()
        #expect(client[limit] == 0)
        #expect(
            client.explain(limit.name).steps.first?.message == "kill.json sets 0 until 2026-01-01T01:00:00.000Z.",
            "the new one has said nothing yet")
        let before = client.state.sequence
        time.advance(by: .seconds(3600))
        #expect(client[limit] == 1)
        await until { client.state.sequence > before }
        await client.shutdown()
    }

    @Test("what has expired does not come back with another source, even if the clock was set back")
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

    @Test("a client without a kill switch lets go of what the old source forced")
    func none() async {
        let client = await forcedClient()
        client.replaceKillSwitch(nil)
        #expect(client[limit] == 1)
        #expect(client.explain(limit.name).steps.allSatisfy { $0.layer != .killSwitch })
        await client.shutdown()
    }

    @Test("a source that is replaced is released outside of the client's lock")
    func released() {
        let client = FlagClient(provider: InMemoryProvider(["limit": 1]), options: .manual(time))
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
