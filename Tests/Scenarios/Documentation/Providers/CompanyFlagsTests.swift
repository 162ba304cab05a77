// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardSupport
import HalyardTesting
import Testing
import TestSupport

extension FlagKey where Value == Int {
    fileprivate static let limit = FlagKey("limit", default: 10)
}

@Suite("Guide samples: a polling provider")
struct CompanyFlagsTests {
    private final class Server: Sendable {
        struct State {
            var replies: [Result<(flags: [String: FlagValue], tag: String)?, FlagError>] = []
            var requests: [String] = []
        }

        let state = Lock(State())

        var service: CompanyService {
            CompanyService { key, tag in
                try self.state.withLock { state in
                    state.requests.append("\(key) \(tag ?? "-")")
                    return try state.replies.removeFirst().get()
                }
            }
        }

        func will(_ reply: Result<(flags: [String: FlagValue], tag: String)?, FlagError>) {
            state.withLock { $0.replies.append(reply) }
        }
    }

    private let server = Server()
    private let time = ManualTime()

    private func companyClient(_ context: EvaluationContext = .user("a")) -> FlagClient {
        FlagClient(
            provider: CompanyFlags(service: server.service, interval: .seconds(60), time: time), context: context,
            options: .manual(time))
    }

    private func pass() async {
        await time.awaitSleepers()
        time.advance(by: .seconds(60))
        await time.awaitSleepers()
    }

    @Test(
        "Passes the conformance tests at any interval",
        arguments: [Duration.microseconds(1), .milliseconds(5), .milliseconds(50), .seconds(60)])
    func conformance(interval: Duration) async {
        let service = CompanyService { _, _ in (["limit": 1], "t1") }
        await ProviderConformance(patience: .seconds(3600)) {
            CompanyFlags(service: service, interval: interval, time: SystemTime())
        }.expectConformance()
    }

    @Test("Polls with its ETag, and keeps flags on a 304 or a failure")
    func polling() async {
        server.will(.success((["limit": 1], "t1")))
        server.will(.success(nil))
        server.will(.failure(FlagError(.general, "503")))
        server.will(.success((["limit": 2], "t2")))
        let client = companyClient()
        #expect(await client.start() == .ready)
        #expect(client[.limit] == 1)
        await pass()
        #expect(client.details(of: .limit).age == .zero, "A result of 'not modified' confirms the flags.")
        await pass()
        #expect(client.status == .stale)
        #expect(client[.limit] == 1)
        await pass()
        #expect(client[.limit] == 2)
        #expect(server.state.withLock { $0.requests } == ["a -", "a t1", "a t1", "a t1"])
        await client.shutdown()
    }

    @Test("Serves stored flags with networkFirst when the service fails")
    func stored() async throws {
        let store = InMemoryFlagStore()
        let client = { (service: CompanyService) in
            let company = CompanyFlags(service: service, interval: .seconds(60), time: time)
            return FlagClient(
                provider: try PersistedProvider(
                    company, policy: VariantLookupPolicy.networkFirst(), store: store, time: time),
                context: .user("a"), options: .manual(time))
        }
        server.will(.success((["limit": 1], "t1")))
        let first = try client(server.service)
        #expect(await first.start() == .ready)
        await first.shutdown()

        let (answers, answer) = AsyncStream<FlagError>.makeStream()
        let (asks, ask) = AsyncStream<Void>.makeStream()
        let next = try client(
            CompanyService { _, tag in
                #expect(tag == "t1")
                ask.yield()
                for await error in answers { throw error }
                return nil
            })
        async let result = next.start()
        for await _ in asks { break }
        #expect(next[.limit] == 10)
        answer.yield(FlagError(.general, "503"))
        #expect(await result == .cached(FlagError(.general, "The company's service failed: GENERAL: 503.")))
        #expect(next.details(of: .limit).origin.kind == .persisted)
        #expect(next[.limit] == 1)
        await next.shutdown()
    }

    @Test("Serves its flags offline without a request")
    func offline() async {
        server.will(.success((["limit": 1], "t1")))
        let client = companyClient()
        await client.start()
        #expect(await client.setOnline(false) == .completed)
        #expect(client[.limit] == 1)
        #expect(server.state.withLock { $0.requests.count } == 1)
    }

    @Test("Reports a context without a key")
    func noKey() async {
        let error = FlagError(.targetingKeyMissing, "The company's flags need a user key. Set a key in the context.")
        let client = companyClient(.anonymous)
        #expect(await client.start() == .defaults(error))
        #expect(client.details(of: .limit).error?.code == .targetingKeyMissing)
    }

    @Test("Requires at most 40 lines of code")
    func size() throws {
        let text = try Repository.text("Tests/Scenarios/Documentation/Providers/CompanyFlags.swift")
        let code = text.components(separatedBy: "\n").filter { line in
            let line = line.trimmingCharacters(in: .whitespaces)
            return !line.isEmpty && !line.hasPrefix("//")
        }
        #expect(code.count <= 40)
    }
}
