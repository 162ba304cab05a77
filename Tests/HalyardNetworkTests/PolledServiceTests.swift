// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
import HalyardSupport
import HalyardTransport
import HostileServer
import TestSupport
import Testing

@Suite("PolledService")
struct PolledServiceTests {
    /// A provider that only polls.
    private struct Polled: OnDemandProvider {
        let name = "company"
        let service: PolledService
        let poll: PolledService.Poll

        func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
            try await service.run(request, into: channel, poll)
        }

        func resolve(_ request: FlagRequest, into channel: FlagChannel) async throws {
            await service.resolve(request, into: channel, poll)
        }
    }

    /// A server, a clock that stands still, and clients of the two.
    private struct Stage {
        let server: HostileServer
        let time = ManualTime()
        let transport = PlatformTransport.make(time: ManualTime())

        init(_ answers: Wire...) throws {
            let answers = InTurn(answers)
            server = try HostileServer(answering: { _ in [.send(answers.next())] })
        }

        var origin: String { "http://127.0.0.1:\(server.port)" }

        func service(
            _ policy: PollingPolicy = PollingPolicy(firstRetry: .zero, jitter: .none), sharesPauses: Bool = true
        ) throws -> PolledService {
            PolledService(
                "company", at: try ServiceURL(server.url("/flags")), policy: policy, transport: transport,
                sharesPauses: sharesPauses, time: time, random: SeededRandom(seed: 1))
        }

        /// A poll for an object of values.
        var poll: PolledService.Poll {
            let url = server.url("/flags")
            return PolledService.Poll {
                HTTPRequest(url)
            } read: { answer in
                guard case .object(let values) = try JSONReader().read(answer.body) else {
                    throw FlagError(.parseError, "sent no object. Check the URL.")
                }
                return answer.flagSet(values: values)
            }
        }

        func client(
            _ service: PolledService, _ poll: PolledService.Poll? = nil, lifecycle: ManualLifecycle? = nil
        ) -> FlagClient {
            FlagClient(
                provider: Polled(service: service, poll: poll ?? self.poll), context: .user("ann"),
                options: .manual(time) { $0.lifecycle = lifecycle })
        }

        /// The values of a header field in all requests.
        func sent(_ field: String) -> [String?] { server.requests.map { $0.value(of: field) } }

        /// Waits for the next sleeper, and moves the clock.
        func pass(_ duration: Duration) async {
            await time.awaitSleepers()
            time.advance(by: duration)
        }
    }

    private static func on(_ key: String, tag: String) -> Wire { .flags("{\"\(key)\":true}", tag: tag) }

    private static func warning(_ message: String, _ cause: String) -> Diagnostic {
        Diagnostic("fetchFailed", .warning, subject: "company", message, cause: cause)
    }

    /// A channel whose client wants every state.
    private static func channel(to states: Recorder<ProviderState>) -> FlagChannel {
        FlagChannel({ state in
            states.add(state)
            return true
        })
    }

    // MARK: Responses

    @Test("Sends the ETag of the current flags, and confirms them on 304")
    func confirmed() async throws {
        let stage = try Stage(Self.on("a", tag: "\"1\""), .response(304), Self.on("b", tag: "\"2\""))
        defer { stage.server.stop() }
        let client = stage.client(try stage.service())
        #expect(await client.start() == .ready)
        let first = client.state.flagSet?.confirmedAt
        await stage.pass(.seconds(30))
        await client.until { $0.flagSet?.confirmedAt != first }
        #expect(client.allFlags == ["a": true])
        await stage.pass(.seconds(30))
        await client.until { $0.flagSet?.flag(named: "b") != nil }
        #expect(stage.sent("If-None-Match") == [nil, "\"1\"", "\"1\""])
        #expect(client.diagnostics.recent == [])
        await client.shutdown()
    }

    @Test("Sends Last-Modified as the validator if the policy requires it")
    func lastModified() async throws {
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        let stage = try Stage(.response(200, ["Last-Modified: \(date)"], body: "{\"a\":true}"), .response(304))
        defer { stage.server.stop() }
        let client = stage.client(try stage.service(PollingPolicy(validator: .lastModified)))
        #expect(await client.start() == .ready)
        #expect(await client.refresh() == .completed)
        #expect(stage.sent("If-Modified-Since") == [nil, date])
        #expect(client.allFlags == ["a": true])
        await client.shutdown()
    }

    @Test("Keeps a validator that the request already contains")
    func ownValidator() async throws {
        let stage = try Stage(Self.on("a", tag: "\"1\""))
        defer { stage.server.stop() }
        var poll = stage.poll
        let request = poll.request
        poll.request = {
            var request = try await request()
            request.headers["If-None-Match"] = "\"own\""
            return request
        }
        let client = stage.client(try stage.service(), poll)
        #expect(await client.start() == .ready)
        #expect(await client.refresh() == .completed)
        #expect(stage.sent("If-None-Match") == ["\"own\"", "\"own\""])
        await client.shutdown()
    }

    @Test("Reports skipped parts of a response once until they change")
    func diagnostics() async throws {
        let stage = try Stage(Self.on("a", tag: "\"1\""), Self.on("a", tag: "\"2\""), Self.on("b", tag: "\"3\""))
        defer { stage.server.stop() }
        var poll = stage.poll
        let read = poll.read
        poll.read = { answer in
            let flagSet = try await read(&answer)
            let key = flagSet.table.map(\.key).joined()
            answer.diagnostics.add(key, at: [key], "It was skipped.")
            return flagSet
        }
        let client = stage.client(try stage.service(), poll)
        #expect(await client.start() == .ready)
        for _ in 1...2 {
            let count = stage.server.requests.count
            await stage.pass(.seconds(30))
            await until { stage.server.requests.count > count }
        }
        await client.until { $0.flagSet?.flag(named: "b") != nil }
        #expect(client.diagnostics.recent.map(\.subject) == ["a", "b"])
        await client.shutdown()
    }

    @Test(
        "Keeps the flags and reports an error for an unreadable response",
        arguments: [
            ("[]", "sent no object. Check the URL."),
            ("<html>", "sent 6 bytes that aren't JSON (syntax, line 1, column 1). Check the URL."),
        ])
    func unreadable(body: String, message: String) async throws {
        let stage = try Stage(Self.on("a", tag: "\"1\""), .flags(body, tag: "\"2\""), .response(304))
        defer { stage.server.stop() }
        let client = stage.client(try stage.service())
        #expect(await client.start() == .ready)
        let error = FlagError(.parseError, "\(stage.origin) \(message)")
        #expect(await client.refresh() == .failed(error))
        #expect(client.allFlags == ["a": true])
        #expect(client.diagnostics.recent == [Self.warning(error.message, "unreadable")])
        #expect(await client.refresh() == .completed)
        #expect(stage.sent("If-None-Match") == [nil, "\"1\"", "\"1\""])
        await client.shutdown()
    }

    @Test("Omits the ETag after an unreadable response if keepsValidator is false")
    func unreadableChange() async throws {
        let stage = try Stage(Self.on("a", tag: "\"1\""), .flags("[]", tag: "\"2\""), Self.on("b", tag: "\"3\""))
        defer { stage.server.stop() }
        var poll = stage.poll
        poll.keepsValidator = false
        let client = stage.client(try stage.service(), poll)
        #expect(await client.start() == .ready)
        await stage.pass(.seconds(30))
        await client.until { $0.error != nil }
        await stage.pass(.seconds(30))
        await client.until { $0.error == nil }
        #expect(stage.sent("If-None-Match") == [nil, "\"1\"", nil])
        await client.shutdown()
    }

    @Test("Treats a 304 response without cached flags as a failure")
    func unasked() async throws {
        let stage = try Stage(.response(304))
        defer { stage.server.stop() }
        let client = stage.client(try stage.service())
        #expect(
            await client.start()
                == .defaults(
                    FlagError(.general, "\(stage.origin) responded with status 304. The service might recover.")))
        await client.shutdown()
    }

    // MARK: Failures

    @Test("Reports a failure once, with the time of the next attempt, and again after a success")
    func failures() async throws {
        let stage = try Stage(
            .response(503), .response(503), Self.on("a", tag: "\"1\""), .response(503), Self.on("a", tag: "\"1\""))
        defer { stage.server.stop() }
        let client = stage.client(try stage.service())
        let message = "\(stage.origin) responded with status 503. The service might recover."
        #expect(await client.start() == .defaults(FlagError(.general, message)))
        #expect(client.state.status == .error)
        await stage.pass(.seconds(60))
        await until { stage.server.requests.count == 2 }
        await stage.pass(.seconds(120))
        await client.until { $0.status == .ready }
        await stage.pass(.seconds(30))
        await client.until { $0.status == .stale }
        #expect(client.allFlags == ["a": true])
        #expect(
            client.diagnostics.recent == [
                Self.warning("\(message) Next attempt in 60.0 seconds.", "status 503"),
                Self.warning("\(message) Next attempt in 60.0 seconds.", "status 503"),
            ])
        await client.shutdown()
    }

    @Test("Treats an error in creating the request as a failed attempt")
    func noRequest() async throws {
        struct NoToken: Error, CustomStringConvertible { let description = "no token yet" }
        let stage = try Stage(Self.on("a", tag: "\"1\""))
        defer { stage.server.stop() }
        var poll = stage.poll
        poll.request = { throw NoToken() }
        let client = stage.client(try stage.service(), poll)
        #expect(
            await client.start()
                == .defaults(FlagError(.general, "\(stage.origin): The request can't be created: no token yet.")))
        #expect(stage.server.requests.isEmpty)
        await client.shutdown()
    }

    @Test("Stops after a permanent status")
    func permanent() async throws {
        let stage = try Stage(.response(401))
        defer { stage.server.stop() }
        let client = stage.client(try stage.service(PollingPolicy(permanentStatuses: [401])))
        let error = FlagError(.providerFatal, "\(stage.origin) responded with status 401. Check the key.")
        #expect(await client.start() == .defaults(error))
        #expect(client.status == .fatal)
        #expect(stage.time.sleeperCount == 0)
        #expect(
            client.diagnostics.recent == [
                Diagnostic(
                    "fetchFailed", .error, subject: "company",
                    error.message + " There will be no further attempt.", cause: "status 401")
            ])
        await client.shutdown()
    }

    @Test("Stops when the transport is closed")
    func closed() async throws {
        let stage = try Stage(Self.on("a", tag: "\"1\""))
        defer { stage.server.stop() }
        let client = stage.client(try stage.service())
        #expect(await client.start() == .ready)
        await stage.transport.close()
        await stage.pass(.seconds(30))
        await client.until { $0.status == .fatal }
        #expect(client.allFlags == ["a": true])
        #expect(client.state.error?.code == .providerFatal)
        await client.shutdown()
    }

    @Test("Reports a rejected request immediately, and continues polling")
    func refusedRequest() async throws {
        let stage = try Stage(.response(400), Self.on("a", tag: "\"1\""))
        defer { stage.server.stop() }
        var poll = stage.poll
        poll.describe = { response in
            PolledService.Refusal(
                "responded with status \(response.head.status). Check the context.", code: .invalidContext,
                isAnswer: true)
        }
        let client = stage.client(try stage.service(), poll)
        let error = FlagError(.invalidContext, "\(stage.origin) responded with status 400. Check the context.")
        #expect(await client.start() == .defaults(error))
        await stage.pass(.seconds(300))
        await client.until { $0.status == .ready }
        await client.shutdown()
    }

    // MARK: Modes

    @Test("Sends no requests offline, and one in the background without flags")
    func modes() async throws {
        let stage = try Stage(Self.on("a", tag: "\"1\""))
        defer { stage.server.stop() }
        let lifecycle = ManualLifecycle()
        let client = stage.client(try stage.service(), lifecycle: lifecycle)
        await client.setOnline(false)
        #expect(await client.start() == .defaults(ProviderState.offline(FlagRequest(context: .user("ann"))).error!))
        #expect(stage.server.requests.isEmpty)
        lifecycle.move(to: .background)
        await client.setOnline(true)
        await client.until { $0.status == .ready && $0.mode == .background }
        #expect(stage.time.sleeperCount == 0)
        #expect(await client.refresh() == .completed)
        #expect(stage.server.requests.count == 2)
        await client.shutdown()
    }

    @Test("Completes the polling interval after a return to the foreground")
    func foreground() async throws {
        let stage = try Stage(Self.on("a", tag: "\"1\""), Self.on("b", tag: "\"2\""))
        defer { stage.server.stop() }
        let lifecycle = ManualLifecycle()
        let client = stage.client(try stage.service(), lifecycle: lifecycle)
        #expect(await client.start() == .ready)
        lifecycle.move(to: .background)
        await client.until { $0.mode == .background }
        stage.time.advance(by: .seconds(10))
        lifecycle.move(to: .foreground)
        await client.until { $0.mode == .online }
        await stage.pass(.milliseconds(19_999))
        #expect(stage.server.requests.count == 1)
        await stage.pass(.milliseconds(1))
        await client.until { $0.flagSet?.flag(named: "b") != nil }
        await client.shutdown()
    }

    @Test(
        "Skips the first request while stored flags are fresh",
        arguments: [(0, 1), (60, 1), (61, 0), (3600, 0), (nil, 1)] as [(Int?, Int)])
    func fresh(freshFor seconds: Int?, requestCount: Int) async throws {
        let stage = try Stage(Self.on("b", tag: "\"2\""))
        defer { stage.server.stop() }
        var service = try stage.service()
        service.freshFor = .seconds(seconds ?? 3600)
        // Without a duration, the clock was set back after the flags were stored.
        let age = seconds == nil ? Duration.seconds(60) : .seconds(-60)
        let stored = FlagSet(
            ["a": true], from: "company", for: .user("ann"), confirmedAt: stage.time.now + age)
        let states = Recorder<ProviderState>()
        let request = FlagRequest(context: .user("ann"), resume: stored)
        let channel = Self.channel(to: states)
        let run = Task { [service] in try await service.run(request, into: channel, stage.poll) }
        await until { !states.all.isEmpty }
        #expect(states.all.first?.status == .ready)
        #expect(states.all.first?.flagSet?.flag(named: requestCount == 0 ? "a" : "b") != nil)
        #expect(stage.server.requests.count == requestCount)
        run.cancel()
        _ = await run.result
    }

    // MARK: Pauses and demand

    @Test("Applies a Retry-After pause to all runs if pauses are shared", arguments: [true, false])
    func pauses(areShared: Bool) async throws {
        let stage = try Stage(.response(429, ["Retry-After: 600"]), Self.on("a", tag: "\"1\""))
        defer { stage.server.stop() }
        let client = stage.client(try stage.service(sharesPauses: areShared))
        #expect(
            await client.start()
                == .defaults(FlagError(.general, "\(stage.origin) responded with status 429. Poll less often.")))
        let pause = FlagError(
            .general, "\(stage.origin) requested a pause. Next request in 600.0 seconds.")
        #expect(await client.setContext(.user("bob")) == (areShared ? .failed(pause) : .completed))
        #expect(stage.server.requests.count == (areShared ? 1 : 2))
        if areShared {
            let view = await client.snapshot(for: .user("eve"), within: .seconds(60))
            #expect(view.state.error == pause)
            await stage.pass(.seconds(600))
            await client.until { $0.status == .ready }
        }
        await client.shutdown()
    }

    @Test("Polls before the interval ends if didPublish returns a delay")
    func askedAgain() async throws {
        let stage = try Stage(Self.on("a", tag: "\"1\""), Self.on("b", tag: "\"2\""))
        defer { stage.server.stop() }
        var poll = stage.poll
        poll.didPublish = { outcome, flagSet in
            #expect(outcome == .modified)
            return flagSet?.flag(named: "a") == nil ? nil : .seconds(5)
        }
        let client = stage.client(try stage.service(), poll)
        #expect(await client.start() == .ready)
        // One sleeper waits for the delay, and one for the interval.
        await stage.time.awaitSleepers(2)
        stage.time.advance(by: .seconds(5))
        await client.until { $0.flagSet?.flag(named: "b") != nil }
        #expect(stage.server.requests.count == 2)
        await client.shutdown()
    }

    @Test("Prepares the request again if a refresh arrives during preparation")
    func refreshedWhilePreparing() async throws {
        let stage = try Stage(Self.on("a", tag: "\"1\""))
        defer { stage.server.stop() }
        let gate = Signal()
        let prepared = Recorder<Void>()
        var poll = stage.poll
        let request = poll.request
        poll.request = {
            prepared.add()
            if prepared.count == 1 { await gate.wait() }
            return try await request()
        }
        let states = Recorder<ProviderState>()
        let channel = Self.channel(to: states)
        let run = PolledService.Run(of: try stage.service(), FlagRequest(context: .user("ann")), channel, poll)
        let running = Task { try await run.run() }
        await until { prepared.count == 1 }
        run.refresh()
        gate.give()
        await until { !states.all.isEmpty }
        // The loop waits for the interval, so no other request follows.
        await stage.time.awaitSleepers()
        #expect(prepared.count == 2)
        #expect(stage.server.requests.count == 1)
        run.close()
        try await running.value
    }

    @Test("Prepares a state again if an error is published in the meantime")
    func overtakenByError() async throws {
        let stage = try Stage(Self.on("a", tag: "\"1\""))
        defer { stage.server.stop() }
        let gate = Signal()
        let lost = Lock<FlagError?>(nil)
        let prepared = Recorder<ProviderStatus>()
        var poll = stage.poll
        poll.willPublish = { state, outcome in
            guard outcome != nil, let flagSet = state.flagSet else { return state }
            let error = lost.withLock { $0 }
            let completed = error == nil ? state : .stale(flagSet, error: error)
            prepared.add(completed.status)
            if prepared.count == 1 { await gate.wait() }
            return completed
        }
        let states = Recorder<ProviderState>()
        let run = PolledService.Run(
            of: try stage.service(), FlagRequest(context: .user("ann")), Self.channel(to: states), poll)
        let running = Task { try await run.run() }
        await until { prepared.count == 1 }
        let error = FlagError(.general, "The stream was lost.")
        lost.withLock { $0 = error }
        await run.publish(error)
        gate.give()
        await until { states.count == 2 }
        // A ready state in between would hide the published error.
        #expect(states.all.map(\.status) == [.error, .stale])
        #expect(prepared.all == [.ready, .stale])
        run.close()
        try await running.value
    }

    @Test("Reads a response again if other flags are published in the meantime")
    func overtaken() async throws {
        let stage = try Stage(Self.on("a", tag: "\"1\""), Self.on("b", tag: "\"2\""))
        defer { stage.server.stop() }
        let gate = Signal()
        let earlier = Recorder<[String]>()
        var poll = stage.poll
        let read = poll.read
        poll.read = { answer in
            earlier.add(answer.earlierTable.map(\.key).sorted())
            if earlier.count == 2 { await gate.wait() }
            return try await read(&answer)
        }
        let states = Recorder<ProviderState>()
        let channel = Self.channel(to: states)
        let run = PolledService.Run(of: try stage.service(), FlagRequest(context: .user("ann")), channel, poll)
        let running = Task { try await run.run() }
        await until { states.all.count == 1 }
        run.refresh()
        await until { earlier.count == 2 }
        let isHeard = await run.update { flagSet in
            FlagSet(["c": true], from: "company", for: flagSet.context)
        }
        #expect(isHeard)
        gate.give()
        await until { states.all.count == 3 }
        #expect(earlier.all == [[], ["a"], ["c"]])
        #expect(states.all.map { $0.flagSet?.table.map(\.key) } == [["a"], ["c"], ["b"]])
        run.close()
        try await running.value
    }

    @Test("Omits retry information from the warning of an on-demand request")
    func refusedOnDemand() async throws {
        let stage = try Stage(Self.on("a", tag: "\"1\""), .response(401))
        defer { stage.server.stop() }
        let client = stage.client(try stage.service(PollingPolicy(permanentStatuses: [401])))
        #expect(await client.start() == .ready)
        let error = FlagError(.providerFatal, "\(stage.origin) responded with status 401. Check the key.")
        for name in ["bob", "eve"] {
            #expect(await client.snapshot(for: .user(name), within: .seconds(60)).state.error == error)
        }
        #expect(client.diagnostics.recent.first == Self.warning(error.message, "status 401"))
        #expect(client.status == .ready)
        #expect(stage.server.requests.count == 3)
        await client.shutdown()
    }

    @Test("Requests flags for another context once")
    func onDemand() async throws {
        let stage = try Stage(Self.on("a", tag: "\"1\""), Self.on("b", tag: "\"2\""))
        defer { stage.server.stop() }
        let client = stage.client(try stage.service())
        #expect(await client.start() == .ready)
        let view = await client.snapshot(for: .user("bob"), within: .seconds(60))
        #expect(view.bool("b", default: false))
        #expect(client.allFlags == ["a": true])
        #expect(stage.server.requests.count == 2)
        await client.shutdown()
    }
}
