// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
import HalyardOFREP
import HalyardSupport
import HostileServer
import Testing
import TestSupport

@Suite("OFREP stored flags")
struct OFREPStoredFlagsTests {
    private typealias Policy = VariantLookupPolicy
    private static let policies = [Policy.persistenceUntilNetworkSuccess(), .networkFirst(), .networkOnly]

    /// The server's behavior in the second launch.
    enum Second: Sendable, CustomTestStringConvertible {
        case status(Int)
        case reset
        case silence

        var testDescription: String {
            switch self {
            case .status(let status): "\(status)"
            case .reset: "reset"
            case .silence: "silence"
            }
        }
    }

    private func persisted(
        _ stage: OFREPStage, _ store: any FlagStore, _ policy: any PersistencePolicy = Self.policies[0],
        _ change: (inout OFREPOptions) -> Void = { $0.events = false }
    ) throws -> PersistedProvider {
        try PersistedProvider(stage.provider(change), policy: policy, store: store, time: stage.time)
    }

    /// Launches a client, and returns after its flags are stored.
    private func launch(
        _ stage: OFREPStage, _ store: any FlagStore, _ policy: any PersistencePolicy = Self.policies[0],
        for context: EvaluationContext = .user("ann")
    ) async throws {
        let client = stage.client(try persisted(stage, store, policy), for: context, at: stage.time)
        #expect(await client.start() == .ready)
        await client.shutdown()
    }

    @Test("Restores the flags and the ETag together, and confirms them by a 304")
    func relaunch() async throws {
        let stage = try OFREPStage(.on("a", tag: "W/\"1\""), .response(304))
        defer { stage.server.stop() }
        let store = InMemoryFlagStore()
        try await launch(stage, store)
        stage.time.advance(by: .seconds(60))
        let second = stage.client(try persisted(stage, store), at: stage.time)
        await second.start()
        await second.until { $0.status == .ready }
        #expect(second.details(of: FlagKey("a", default: false)).description == "a = true (on, STATIC, network: ofrep)")
        #expect(second.state.flagSet?.confirmedAt == stage.time.now)
        await second.shutdown()
        #expect(stage.server.requests.map { $0.value(of: "If-None-Match") } == [nil, "W/\"1\""])
    }

    @Test("Restores the ETag with the flags only if the attributes are the same", arguments: [true, false])
    func otherAttributes(isSame: Bool) async throws {
        let gate = Gate()
        let count = Lock(0)
        let stage = try OFREPStage { _ in
            let isFirst = count.withLock {
                $0 += 1
                return $0 == 1
            }
            return isFirst ? [.send(.on("a", tag: "\"1\""))] : [.wait(gate), .send(.on("b", tag: "\"2\""))]
        }
        defer {
            gate.open()
            stage.server.stop()
        }
        let store = InMemoryFlagStore()
        let context = EvaluationContext.user("ann", ["lastSeen": 1])
        try await launch(stage, store, for: context)
        let second = stage.client(
            try persisted(stage, store), for: isSame ? context : context.setting("lastSeen", to: 2), at: stage.time)
        let start = Task { await second.start(until: .anyFlags) }
        _ = try await stage.server.nextRequest()
        let request = try await stage.server.nextRequest()
        #expect(request.value(of: "If-None-Match") == (isSame ? "\"1\"" : nil))
        await second.until { $0.flagSet != nil }
        #expect(
            second.details(of: FlagKey("a", default: false)).description == "a = true (on, STATIC, persisted: ofrep)")
        gate.open()
        _ = await start.value
        await second.until { $0.flagSet?.table["b"] != nil }
        await second.shutdown()
    }

    @Test("Reports a rejection after a cached start, and keeps flags and record", arguments: [400, 401, 403, 404])
    func refused(status: Int) async throws {
        let stage = try OFREPStage(.on("a", tag: "\"1\""), .response(status), .response(304))
        defer { stage.server.stop() }
        let store = InMemoryFlagStore()
        try await launch(stage, store)
        let second = stage.client(try persisted(stage, store), at: stage.time)
        await second.start()
        await second.until { $0.error != nil }
        #expect(second.state.error?.code == ([401, 403].contains(status) ? .providerFatal : .general))
        #expect(second.allFlags == ["a": true])
        await second.shutdown()
        let third = stage.client(try persisted(stage, store), at: stage.time)
        await third.start()
        await third.until { $0.status == .ready }
        #expect(third.allFlags == ["a": true])
        await third.shutdown()
        #expect(stage.server.requests.map { $0.value(of: "If-None-Match") } == [nil, "\"1\"", "\"1\""])
    }

    @Test(
        "Serves stored flags with networkFirst except after a rejection",
        arguments: [
            (Second.status(400), false), (.status(401), false), (.status(403), false), (.status(404), false),
            (.status(413), false), (.status(500), true), (.status(502), true), (.status(503), true),
            (.status(408), true), (.status(429), true), (.reset, true), (.silence, true),
        ])
    func networkFirst(second: Second, isServed: Bool) async throws {
        let count = Lock(0)
        let stage = try OFREPStage { _ in
            let isFirst = count.withLock {
                $0 += 1
                return $0 == 1
            }
            if isFirst { return [.send(.on("a"))] }
            return switch second {
            case .status(let status): [.send(.response(status))]
            case .reset: [.reset]
            case .silence: [.stall]
            }
        }
        defer { stage.server.stop() }
        let store = InMemoryFlagStore()
        let policy = Policy.networkFirst()
        try await launch(stage, store, policy)
        let provider = try OFREPProvider(
            stage.options { $0.events = false }, transport: PlatformTransport.make(time: stage.time), time: stage.time,
            random: SeededRandom(seed: 1))
        let client = stage.client(
            try PersistedProvider(provider, policy: policy, store: store, time: stage.time))
        let start = Task { await client.start() }
        _ = try await stage.server.nextRequest()
        _ = try await stage.server.nextRequest()
        if case .silence = second {
            #expect(client.allFlags == [:])
            await stage.pass(.seconds(10))
        }
        switch await start.value {
        case .cached: #expect(isServed)
        case .defaults: #expect(!isServed)
        case .ready: Issue.record("The client is ready without a response.")
        }
        #expect(client.allFlags == (isServed ? ["a": true] : [:]))
        await client.shutdown()
    }

    @Test("Shows no stored flags with networkFirst when the network responds")
    func networkFirstAnswered() async throws {
        let stage = try OFREPStage(.on("a"), .on("b"))
        defer { stage.server.stop() }
        let store = InMemoryFlagStore()
        try await launch(stage, store, Policy.networkFirst())
        let client = stage.client(try persisted(stage, store, Policy.networkFirst()), at: stage.time)
        var updates = client.updates.makeAsyncIterator()
        #expect(await client.start() == .ready)
        while let update = await updates.next(), update.state.status != .ready {
            #expect(update.state.flagSet == nil)
        }
        #expect(client.allFlags == ["b": true])
        await client.shutdown()
    }

    @Test("Neither serves nor stores flags with networkOnly")
    func networkOnly() async throws {
        let stage = try OFREPStage(.on("a", tag: "\"1\""), .response(503))
        defer { stage.server.stop() }
        let store = InMemoryFlagStore()
        try await launch(stage, store, Policy.networkOnly)
        let client = stage.client(try persisted(stage, store, Policy.networkOnly), at: stage.time)
        #expect(await client.start() == .defaults(FlagError(.general, "\(stage.origin) responded with status 503.")))
        await client.shutdown()
        #expect(stage.server.requests.map { $0.value(of: "If-None-Match") } == [nil, nil])
    }

    @Test("Never serves an expired record or sends its ETag", arguments: [true, false])
    func expired(isNetworkFirst: Bool) async throws {
        let policy: Policy =
            isNetworkFirst
            ? .networkFirst(persistenceTtl: 100) : .persistenceUntilNetworkSuccess(persistenceTtl: 100)
        let stage = try OFREPStage(.on("a", tag: "\"1\""), .response(503))
        defer { stage.server.stop() }
        let store = InMemoryFlagStore()
        try await launch(stage, store, policy)
        stage.time.advance(by: .milliseconds(100_001))
        let client = stage.client(try persisted(stage, store, policy), at: stage.time)
        #expect(await client.start() == .defaults(FlagError(.general, "\(stage.origin) responded with status 503.")))
        #expect(client.allFlags == [:])
        await client.shutdown()
        #expect(stage.server.requests.map { $0.value(of: "If-None-Match") } == [nil, nil])
    }

    @Test("Withdraws a record that expires while it's served")
    func expiring() async throws {
        let policy = Policy.persistenceUntilNetworkSuccess(persistenceTtl: 100)
        let stage = try OFREPStage(.on("a"), .response(404))
        defer { stage.server.stop() }
        let store = InMemoryFlagStore()
        try await launch(stage, store, policy)
        let client = stage.client(try persisted(stage, store, policy), at: stage.time)
        await client.start()
        await client.until { $0.error != nil }
        #expect(client.allFlags == ["a": true])
        stage.time.advance(by: .milliseconds(100_001))
        #expect(client.allFlags == [:])
        await client.shutdown()
    }

    @Test(
        "Separates records by URL, credential, header field, and targeting key",
        arguments: ["nothing", "url", "query", "bearer", "apiKey", "header", "user", "fetched"])
    func scope(change: String) async throws {
        let count = Lock(0)
        let stage = try OFREPStage { _ in
            let isFirst = count.withLock {
                $0 += 1
                return $0 == 1
            }
            return isFirst ? [.send(.on("a", tag: "\"1\""))] : [.send(.response(503))]
        }
        defer { stage.server.stop() }
        let store = InMemoryFlagStore()
        let set = { (options: inout OFREPOptions) in
            options.events = false
            options.bearer = Secret("t0ken")
            options.headers = ["Flagd-Selector": "flagSetId=shop", "X-Other": "1"]
        }
        let first = stage.client(try persisted(stage, store, Self.policies[0], set), at: stage.time)
        #expect(await first.start() == .ready)
        await first.shutdown()
        let provider = try persisted(stage, store, Self.policies[0]) { options in
            set(&options)
            switch change {
            case "url": options.url += "/edge"
            case "query": options.url += "?tenant=7"
            case "bearer": options.bearer = Secret("other")
            case "apiKey": (options.bearer, options.apiKey) = (nil, Secret("t0ken"))
            case "header": options.headers["Flagd-Selector"] = "flagSetId=other"
            // Neither a fetched token nor another order or case of field names separates records.
            case "fetched": options.headersProvider = { ["Authorization": "Bearer new"] }
            case "nothing": options.headers = ["x-other": "1", "flagd-selector": "flagSetId=shop"]
            default: break
            }
        }
        let second = stage.client(provider, for: change == "user" ? .user("bob") : .user("ann"), at: stage.time)
        await second.start()
        await second.until { $0.error != nil }
        let isServed = ["nothing", "fetched"].contains(change)
        #expect(second.allFlags == (isServed ? ["a": true] : [:]))
        #expect(stage.server.requests.last?.value(of: "If-None-Match") == (isServed ? "\"1\"" : nil))
        await second.shutdown()
    }

    @Test("Keeps keys, URLs, and secrets out of stored records and their names")
    func content() async throws {
        let stage = try OFREPStage(
            .on("a", tag: "\"1\"", streams: #"{"type":"sse","url":"https://127.0.0.1:1/?token=str3am"}"#))
        defer { stage.server.stop() }
        let files = InMemoryFileSystem()
        let store = FileFlagStore(folder: "/flags", files: files, time: stage.time)
        let provider = try persisted(stage, store, Self.policies[0]) { options in
            options.events = false
            options.url += "/base-7"
            options.apiKey = Secret("s3cret")
            options.headers = ["X-Tenant": "tenant-7"]
        }
        let client = stage.client(provider, for: .user("ann-the-person", ["mail": "ann@example.com"]), at: stage.time)
        #expect(await client.start() == .ready)
        await client.shutdown()
        #expect(files.paths.count { $0.hasSuffix(".snapshot") } == 1)
        for path in files.paths {
            let text = path + String(decoding: try files.contents(of: path), as: UTF8.self)
            for secret in ["ann-the-person", "ann@", "s3cret", "tenant-7", "base-7", "str3am", "127.0.0.1"] {
                #expect(!text.contains(secret), "\(path): \(secret)")
            }
        }
        #expect(!provider.inner.records.service.contains("s3cret"))
    }

    @Test("Reports and replaces a truncated record, and fetches without its ETag")
    func truncated() async throws {
        let stage = try OFREPStage { request in
            [.send(request.value(of: "If-None-Match") == nil ? .on("a", tag: "\"1\"") : .response(304))]
        }
        defer { stage.server.stop() }
        let files = InMemoryFileSystem()
        let store = FileFlagStore(folder: "/flags", files: files, time: stage.time)
        // All launches share one transport, and therefore one connection.
        let transport = OFREPStage.transport
        let client = { () throws -> FlagClient in
            let provider = try OFREPProvider(
                stage.options { $0.events = false }, transport: transport, time: stage.time,
                random: SeededRandom(seed: 1))
            return stage.client(
                try PersistedProvider(provider, policy: Self.policies[0], store: store, time: stage.time),
                at: stage.time)
        }
        let first = try client()
        #expect(await first.start() == .ready)
        await first.shutdown()
        let path = try #require(files.paths.first { $0.hasSuffix(".snapshot") })
        let whole = try files.contents(of: path)
        #expect(whole.count > 100)
        for length in whole.indices {
            files.write(Array(whole[..<length]), to: path)
            let next = try client()
            #expect(await next.start() == .ready)
            #expect(next.allFlags == ["a": true])
            #expect(next.diagnostics.recent.map(\.code) == ["storedDamaged"], "\(length)")
            await next.shutdown()
            // The new record is complete, and equals the original.
            #expect(try files.contents(of: path) == whole, "\(length)")
        }
        #expect(stage.server.requests.allSatisfy { $0.value(of: "If-None-Match") == nil })
        let last = try client()
        await last.start()
        await last.until { $0.status == .ready }
        #expect(last.diagnostics.recent == [])
        #expect(stage.server.requests.last?.value(of: "If-None-Match") == "\"1\"")
        await last.shutdown()
    }
}
