// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HostileServer
import TestSupport
import Testing

@testable import HalyardLaunchDarkly
@testable import HalyardTransport

@Suite("LaunchDarkly rules over a stream")
struct LocalStreamTests {
    private static let one = LocalStage.rules("1", version: 2)

    @Test("Requests the stream with the SDK key, without tags, and below the URL's path")
    func request() async throws {
        let stage = try LocalStage(streams: [Step.stream(.all(Self.one))])
        let client = try await stage.started()
        #expect(client.status == .ready && client.allFlags == ["a": 1])
        let request = try #require(stage.server.requests.first)
        #expect(request.line == "GET /all")
        #expect(request.value(of: "Authorization") == "sdk-1")
        #expect(request.value(of: "X-LaunchDarkly-Tags") == nil)
        #expect(request.value(of: "X-LaunchDarkly-Instance-Id")?.utf8.count == 36)
        await client.shutdown()
    }

    @Test("Sends a valid payload filter and the app's identifier and version, and ignores an invalid filter")
    func filter() async throws {
        let stage = try LocalStage(streams: [Step.stream(.all(Self.one))])
        let client = try await stage.started {
            $0.filter = "check.out-1"
            ($0.application.id, $0.application.name, $0.application.version) = ("shop", "The Shop", "1.2")
        }
        let request = try #require(stage.server.requests.first)
        #expect(request.line == "GET /all?filter=check.out-1")
        #expect(request.value(of: "X-LaunchDarkly-Tags") == "application-id/shop application-version/1.2")
        await client.shutdown()

        let other = try await stage.started { $0.filter = "-check" }
        #expect(stage.server.lines.last == "GET /all")
        #expect(other.diagnostics.recent.map(\.code) == ["invalidFilter"])
        await other.shutdown()
    }

    @Test("Orders changes by version, keeps keys unchanged, and remembers the deletion of an unknown flag")
    func changes() async throws {
        let gate = Gate()
        let stage = try LocalStage(streams: [
            Step.stream(
                .all(Self.one), then: gate, .flag("/flags/a", LocalStage.flag("9", version: 2)),
                .flag("/flags/a%2Fb/c", LocalStage.flag("2", version: 1)),
                .deletion("/flags/gone", version: 5), .flag("/flags/gone", LocalStage.flag("3", version: 5)),
                .flag("/metrics/m", "{}"), .event("whatever", "not JSON"), .event("ping", ""),
                .deletion("/flags/late", version: 5), .flag("/flags/late", LocalStage.flag("4", version: 6)))
        ])
        let client = try await stage.started()
        gate.open()
        await client.until { $0.flagSet?.table["late"] != nil }
        #expect(client.allFlags == ["a": 1, "a%2Fb/c": 2, "late": 4])
        #expect(client.status == .ready && stage.server.requests.count == 1)
        await client.shutdown()
    }

    @Test("Applies a changed segment to the flags that need it")
    func segments() async throws {
        let gate = Gate()
        let flag = #"""
            {"version":1,"on":true,"variations":[false,true],"fallthrough":{"variation":0},
             "rules":[{"variation":1,"clauses":[{"op":"segmentMatch","values":["s"]}]}]}
            """#
        let stage = try LocalStage(streams: [
            Step.stream(
                .all(
                    #"{"flags":{"f":\#(flag)},"segments":{"s":{"version":1,"included":["b"]}}}"#.replacing(
                        "\n", with: "")),
                then: gate, .flag("/segments/s", #"{"version":2,"included":["a"]}"#))
        ])
        let client = try await stage.started()
        #expect(client.allFlags == ["f": false])
        gate.open()
        await client.until { $0.flagSet?.table["f"]?.value == true }
        #expect(client.snapshot(for: .user("b")).allFlags == ["f": false])
        await client.shutdown()
    }

    @Test(
        "Reconnects after an event that can't be read, and serves the current rules until then",
        arguments: [
            Wire.event("put", "{"), .event("put", #"{"data":{"flags":true}}"#), .event("patch", "not JSON"),
            .event("patch", #"{"path":"/flags/a","data":7}"#), .event("patch", #"{"path":7,"data":{}}"#),
            .flag("/flags/a", #"{"version":3,"on":"yes"}"#), .all(#"{"flags":{"a":{"version":3,"on":"yes"}}}"#),
            .event("delete", #"{"path":"/flags/a"}"#),
        ])
    func unreadable(event: Wire) async throws {
        let gate = Gate()
        let stage = try LocalStage(streams: [
            Step.stream(.all(Self.one), then: gate, event), Step.stream(.all(LocalStage.rules("2", version: 3))),
        ])
        let client = try await stage.started()
        gate.open()
        await client.until { $0.status == .stale }
        #expect(client.allFlags == ["a": 1])
        await stage.passRetry(of: .seconds(2))
        await client.until { $0.status == .ready }
        #expect(client.allFlags == ["a": 2] && stage.server.requests.count == 2)
        #expect(client.diagnostics.recent.map(\.code) == ["fetchFailed"])
        await client.shutdown()
    }

    @Test("Isn't ready before the first rules, even if the service accepts the request")
    func silence() async throws {
        let stage = try LocalStage(streams: [[.send(.eventStream), .stall]])
        let client = stage.client(try stage.provider())
        let start = Task { await client.start(within: .seconds(5)) }
        _ = try await stage.server.nextRequest()
        await stage.pass(.seconds(5), waits: 2)
        _ = await start.value
        #expect(client.status == .notReady)
        #expect(client.details(of: FlagKey("a", default: 7)).error?.code == .providerNotReady)
        await client.shutdown()
    }

    @Test("Has the error code of a client that isn't ready after a failed first connection")
    func failedStart() async throws {
        let stage = try LocalStage(streams: [Step.status(503)])
        let client = try await stage.started()
        let details = client.details(of: FlagKey("a", default: 7))
        #expect(details.value == 7 && details.error?.code == .providerNotReady)
        await client.shutdown()
    }

    @Test("Shows a lost stream after a second, and keeps the rules")
    func outage() async throws {
        let stage = try LocalStage(streams: [
            [.send(.eventStream + .all(Self.one) + .lastChunk), .close], [.stall],
        ])
        let client = try await stage.started()
        #expect(client.status == .ready)
        await stage.pass(.seconds(1), waits: 2)
        await client.until { $0.status == .stale }
        #expect(client.allFlags == ["a": 1])
        await client.shutdown()
    }

    @Test("Keeps the rules after a status 5xx, and serves new rules after the next connection")
    func serverError() async throws {
        let stage = try LocalStage(streams: [
            [.send(.eventStream + .all(Self.one) + .lastChunk), .close], Step.status(503),
            Step.stream(.all(LocalStage.rules("2", version: 3))),
        ])
        let client = try await stage.started()
        await stage.pass(.seconds(2), waits: 2)
        await client.until { $0.error?.message.contains("status 503") == true }
        #expect(client.status == .stale && client.allFlags == ["a": 1])
        await stage.passRetry(of: .seconds(4))
        await client.until { $0.status == .ready }
        #expect(client.allFlags == ["a": 2] && stage.server.requests.count == 3)
        await client.shutdown()
    }

    @Test("Shows a lost stream after 5 seconds if the next stream sends no rules")
    func silentReconnection() async throws {
        let gate = Gate()
        let stage = try LocalStage(streams: [
            [.send(.eventStream + .all(Self.one) + .lastChunk), .close],
            [.send(.eventStream + .heartbeat), .wait(gate), .send(.all(LocalStage.rules("2", version: 3))), .stall],
        ])
        defer { gate.open() }
        let client = try await stage.started { $0.initialReconnectDelay = .milliseconds(100) }
        await stage.passRetry(of: .milliseconds(200))
        // The idle timeout of the open stream.
        await stage.time.awaitSleeper(for: .seconds(300))
        stage.time.advance(by: .milliseconds(800))
        await stage.time.awaitSleeper(for: .seconds(4))
        #expect(client.status == .ready)
        stage.time.advance(by: .seconds(4))
        await client.until { $0.status == .stale }
        #expect(client.allFlags == ["a": 1])
        gate.open()
        await client.until { $0.status == .ready }
        #expect(client.allFlags == ["a": 2] && stage.server.requests.count == 2)
        await client.shutdown()
    }

    @Test("Doesn't apply an older change of a deleted flag")
    func deletion() async throws {
        let gate = Gate()
        let stage = try LocalStage(streams: [
            Step.stream(
                .all(Self.one), then: gate, .deletion("/flags/a", version: 5),
                .flag("/flags/a", LocalStage.flag("4", version: 4)), .flag("/flags/b", LocalStage.flag("6", version: 1))
            )
        ])
        let client = try await stage.started()
        gate.open()
        await client.until { $0.flagSet?.table["b"] != nil }
        #expect(client.allFlags == ["b": 6] && client.status == .ready)
        await client.shutdown()
    }

    @Test("Opens another stream after an unreadable event, and is stale until all rules arrive")
    func rejectedStream() async throws {
        let first = Gate()
        let second = Gate()
        let stage = try LocalStage(streams: [
            Step.stream(
                .all(Self.one), then: first, .event("patch", "not JSON"),
                .flag("/flags/a", LocalStage.flag("9", version: 9))),
            Step.stream(
                .flag("/flags/b", LocalStage.flag("5", version: 1)), then: second,
                .all(LocalStage.rules("2", version: 3))),
        ])
        let client = try await stage.started()
        first.open()
        await stage.awaitRetry(of: .seconds(2))
        #expect(client.status == .stale && client.allFlags == ["a": 1])
        await stage.passRetry(of: .seconds(2))
        await client.until { $0.flagSet?.table["b"] != nil }
        #expect(client.status == .stale && client.allFlags == ["a": 1, "b": 5])
        second.open()
        await client.until { $0.status == .ready }
        #expect(client.allFlags == ["a": 2])
        await client.shutdown()
    }

    // MARK: Order of events

    private static let now = Instant(millisecondsSinceEpoch: 1_767_225_600_000)
    private static let change = ServerSentEvent(
        type: "patch", data: #"{"path":"/flags/b","data":\#(LocalStage.flag("5", version: 1))}"#)
    private static let put = ServerSentEvent(type: "put", data: #"{"path":"/","data":\#(one)}"#)

    /// Returns a run that resumes the rules of a flag set.
    private func run(resuming flagSet: FlagSet? = nil) -> LaunchDarklyRun {
        LaunchDarklyRun(
            provider: "ld", services: ("http://poll", "http://stream"), context: .user("a"),
            store: LocalStore(
                provider: "ld", mapper: LaunchDarklyContextMapper(),
                resuming: flagSet?.rules as? LaunchDarklyRules, hasReported: false),
            resuming: flagSet, isReady: false)
    }

    @Test("Serves a change that arrives before all rules only with stored rules, and as stale")
    func earlyChange() throws {
        var empty = run()
        #expect(empty.receive(Self.change, at: Self.now).state == nil)
        let ready = try #require(empty.receive(Self.put, at: Self.now).state)
        #expect(ready.status == .ready && ready.flagSet?.table["b"] == nil)

        var resumed = run(resuming: ready.flagSet)
        let stale = try #require(resumed.receive(Self.change, at: Self.now).state)
        #expect(stale.status == .stale && !stale.isAnswer)
        #expect(stale.flagSet?.table["a"]?.value == 1 && stale.flagSet?.table["b"]?.value == 5)
        #expect(resumed.receive(Self.put, at: Self.now).state?.status == .ready)
    }

    @Test("Ignores events after an unreadable event until the next stream, which must send all rules")
    func laterEvents() {
        var run = run()
        #expect(run.receive(Self.put, at: Self.now).state?.status == .ready)
        let rejection = run.receive(ServerSentEvent(type: "patch", data: "not JSON"), at: Self.now)
        #expect(rejection.rejectsStream && rejection.state?.status == .stale)
        #expect(run.receive(Self.change, at: Self.now).state == nil)
        #expect(run.receive(Self.put, at: Self.now).state == nil)
        _ = run.receive(.connecting(attempt: 2), at: Self.now, uptime: .zero)
        let change = run.receive(Self.change, at: Self.now).state
        #expect(change?.status == .stale && change?.flagSet?.table["b"]?.value == 5)
        #expect(run.receive(Self.put, at: Self.now).state?.status == .ready)
    }

    // MARK: Contexts

    @Test("Reports the problems of unchanged rules once, even if the context changes")
    func repeatedProblems() async throws {
        let stage = try LocalStage(streams: [Step.stream(.all(LocalStage.partlyReadable))])
        let client = try await stage.started()
        stage.time.advance(by: .seconds(1))
        #expect(await client.setContext(.user("b")) == .completed)
        await client.until { $0.flagSet?.confirmedAt == stage.time.now }
        #expect(stage.server.requests.count == 2 && client.allFlags == ["a": 1])
        #expect(client.diagnostics.recent.map(\.message) == LocalStage.unreadableMessages)
        await client.shutdown()
    }

    // MARK: Rejections

    @Test("Tries less and less often after a rejection of the key")
    func slowDelays() {
        var machine = EventSourceMachine(policy: .launchDarklyServers)
        let random = SeededRandom(seed: 4)
        var uptime = Duration.zero
        func delay(_ status: Int) -> Duration {
            _ = machine.handle(.head(HTTPResponseHead(status: status, url: "")), at: uptime, random: random)
            guard case .wait(let delay) = machine.handle(.ended, at: uptime, random: random).next else { return .zero }
            uptime += delay
            _ = machine.handle(.waited, at: uptime, random: random)
            return delay
        }
        _ = machine.handle(.start, at: uptime, random: random)
        for longest in [300, 600, 1200, 2400, 3600, 3600] {
            #expect((.seconds(longest) / 2 ... .seconds(longest)).contains(delay(401)))
        }
        #expect(delay(503) <= .seconds(30))
        #expect(delay(404) >= .seconds(1800))
        #expect(delay(204) >= .seconds(1800))
    }

    @Test("Serves the current rules while the service rejects the key, and reports it once")
    func rejection() async throws {
        let stage = try LocalStage(streams: [
            [.send(.eventStream + .all(Self.one) + .lastChunk), .close], Step.status(401), Step.status(401),
            Step.stream(.all(LocalStage.rules("2", version: 3))),
        ])
        let client = try await stage.started()
        await stage.pass(.seconds(2), waits: 2)
        await client.until { $0.error?.message.contains("status 401. Check the SDK key.") == true }
        #expect(client.status == .stale && client.allFlags == ["a": 1])
        await stage.passRetry(of: .seconds(300))
        await until { stage.server.requests.count == 3 }
        #expect(client.allFlags == ["a": 1])
        await stage.passRetry(of: .seconds(600))
        await client.until { $0.status == .ready }
        #expect(client.allFlags == ["a": 2])
        // The end of the first stream is reported as well if the next one isn't open within a second.
        let refusal = "http://127.0.0.1:\(stage.server.port) The service responded with status 401. Check the SDK key."
        #expect(client.diagnostics.recent.filter { $0.cause == refusal }.count == 1)
        await client.shutdown()
    }

    @Test("Connects again after a status 204, as after a rejection of the key")
    func noContent() async throws {
        let stage = try LocalStage(streams: [Step.status(204), Step.stream(.all(Self.one))])
        let client = try await stage.started()
        let message = "The service responded with status 204. The response contains no rules. Check the service URL."
        #expect(client.state.error?.message.contains(message) == true)
        await stage.passRetry(of: .seconds(300))
        await client.until { $0.status == .ready }
        #expect(client.allFlags == ["a": 1] && client.diagnostics.recent.map(\.code) == ["fetchFailed"])
        await client.shutdown()
    }

    @Test("Sends events only after the service accepts the key again", arguments: [401, 403])
    func events(status: Int) async throws {
        let stage = try LocalStage(streams: [Step.status(status), Step.stream(.all(Self.one))])
        let client = try await stage.started {
            $0.sendsEvents = true
            $0.events.sendsDiagnostics = false
        }
        await stage.awaitRetry(of: .seconds(300))
        client.track("t")
        await client.flush()
        #expect(!stage.server.requests.contains { $0.method == "POST" })
        await stage.passRetry(of: .seconds(300))
        await client.until { $0.status == .ready }
        await until {
            await client.flush()
            return stage.server.requests.contains { $0.method == "POST" && $0.text.contains(#""key":"t""#) }
        }
        await client.shutdown()
    }
}
