// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HalyardTesting
import Testing
import TestSupport

@testable import Halyard

/// An actor that plays a scenario.
actor ScenarioWorld {
    let time = ManualTime()
    let files = InMemoryFileSystem()
    let store: GatedStore
    private var provider = ScriptedProvider()
    private var client: FlagClient?
    private var sink = RecordingSink()
    private var runs: [ScriptedProvider.Run] = []
    private var pending: Task<String, Never>?
    private var joined: Task<String, Never>?

    init() { store = GatedStore(FileFlagStore(folder: "/flags", files: files, time: time)) }

    func play(_ scenario: Scenario) async throws {
        for step in scenario.steps {
            if try await prepare(step) { continue }
            if try await act(step) { continue }
            try await check(step)
        }
        store.open()
        await client?.shutdown()
    }

    private func lastRun() throws -> ScriptedProvider.Run { try #require(runs.last) }

    private func currentClient() throws -> FlagClient { try #require(client) }

    private static func key(_ context: EvaluationContext) -> StoreKey {
        StoreKey(
            StoreKey.Scope(provider: "scripted", environment: ""), context, slot: context.identityDigest)
    }

    private func prepare(_ step: Scenario.Step) async throws -> Bool {
        switch step {
        case .saved(let limit, let context, let age, let etag):
            let values: [String: FlagValue] = limit.map { ["limit": .int(Int64($0))] } ?? [:]
            let savedAt = time.now + (.zero - age)
            let flagSet = FlagSet(
                values, from: "scripted", for: context, validator: etag, confirmedAt: savedAt)
            let bytes = FlagSetRecord.bytes(of: StoredFlags(flagSet, savedAt: savedAt))
            try await store.save(bytes, as: Self.key(context))
        case .savedJSON(let body):
            let record = FrozenRecordTests.record(version: 3, Array(body.utf8))
            try await store.save(record, as: Self.key(.user("a")))
        case .savedText(let text): try await store.save(Array(text.utf8), as: Self.key(.user("a")))
        case .storeHangs: store.close()
        case .storeGoesOn:
            store.open()
            await store.untilDone("keys")  // The last call of a start.
        default: return false
        }
        return true
    }

    private func act(_ step: Scenario.Step) async throws -> Bool {
        switch step {
        case .start(let policy, let isAsked): try await start(policy, isAsked: isAsked)
        case .nextRun: runs.append(await provider.nextRun())
        case .answer(let limit, let etag):
            let run = try lastRun()
            let values: [String: FlagValue] = limit.map { ["limit": .int(Int64($0))] } ?? [:]
            let flagSet = FlagSet(
                values, from: "scripted", for: run.request.context, validator: etag, confirmedAt: time.now)
            #expect(run.channel.publish(.ready(flagSet)))
        case .notModified: try lastRun().channel.publish(ProviderState(.ready, isAnswer: true))
        case .fail: try lastRun().fail(FlagError(.general, "The service responded with status 503."))
        case .giveUp: try lastRun().end(throwing: FlagError(.providerFatal, "The key was refused."))
        case .lateAnswer(let limit):
            #expect(runs.dropLast().last?.answer(["limit": .int(Int64(limit))]) == false)
        case .advance(let duration): time.advance(by: duration)
        case .setClockBack(let duration): time.setWallClock(time.now + (.zero - duration))
        case .setContext(let context):
            let client = try currentClient()
            pending = Task { Self.word(await client.setContext(context)) }
            runs.append(await provider.nextRun())
        case .refresh:
            let client = try currentClient()
            pending = Task { Self.word(await client.refresh()) }
            runs.append(await provider.nextRun())
        case .joinStart:
            let client = try currentClient()
            joined = Task { Self.word(await client.start()) }
            await time.awaitSleepers(2)
        case .erase(let context): try await currentClient().erase(context)
        case .stop: try await currentClient().shutdown()
        default: return false
        }
        return true
    }

    private func start(_ policy: VariantLookupPolicy, isAsked: Bool) async throws {
        (provider, sink, runs) = (ScriptedProvider(), RecordingSink(), [])
        let client = try FlagClient(
            provider: PersistedProvider(provider, policy: policy, store: store, time: time), context: .user("a"),
            sinks: [sink], options: .manual(time))
        self.client = client
        pending = Task { Self.word(await client.start()) }
        guard isAsked else { return await time.awaitSleepers(2) }
        runs.append(await provider.nextRun())
    }

    private func check(_ step: Scenario.Step) async throws {
        switch step {
        case .policy(let requested, let effective): #expect(VariantLookupPolicy.effective(requested) == effective)
        case .keeps(let policy, let ttl): #expect(policy.persistenceTtl == ttl)
        case .stored(let limit, let context, let age): try await checkStore(limit, context, age)
        default: try await checkClient(step, currentClient())
        }
    }

    private func checkClient(_ step: Scenario.Step, _ client: FlagClient) async throws {
        switch step {
        case .reads(let limit, let kind, let age):
            let details = client.details(of: .limit)
            #expect(details.value == limit)
            #expect(details.origin == Origin(kind, provider: "scripted"))
            if let age { #expect(details.age == age) }
            #expect(client[.limit] == limit)
        case .misses(let code):
            #expect(client.details(of: .limit).error?.code == code)
            #expect(client[.limit] == 10)
        case .all(let values): #expect(client.allFlags == values)
        case .ends(let word): #expect(await pending?.value == word)
        case .joinEnds(let word): #expect(await joined?.value == word)
        case .timesOut(let word):
            await time.awaitSleepers()
            time.advance(by: .seconds(5))
            #expect(await pending?.value == word)
        case .told(let codes): #expect(client.diagnostics.recent.map(\.code.rawValue) == codes)
        case .asked(let count): #expect(provider.runCount == count)
        case .resumes(let etag): #expect(runs.last?.request.resume?.validator == etag)
        case .status(let status): #expect(client.status == status)
        case .counted(let count):
            await client.flush()
            #expect(sink.readCounts["limit"] == count)
        default: Issue.record("The step isn't implemented.")
        }
    }

    private func checkStore(_ limit: FlagValue?, _ context: EvaluationContext, _ age: Duration?) async throws {
        guard let bytes = try await store.load(Self.key(context)) else {
            #expect(limit == nil, "There's no record.")
            return
        }
        let stored = try? FlagSetRecord(bytes).stored(for: context)
        #expect((stored?.flagSet.table["limit"]?.value ?? .null) == limit)
        if let age { #expect(stored.map { time.now - $0.savedAt } == age) }
    }

    private static func word(_ result: FlagClient.StartResult) -> String {
        switch result {
        case .ready: "ready"
        case .cached(let error): "cached: \(error.message)"
        case .defaults(let error): "defaults: \(error.message)"
        }
    }

    private static func word(_ outcome: FlagClient.RequestOutcome) -> String {
        if case .failed(let error) = outcome { "failed: \(error.message)" } else { "\(outcome)" }
    }
}
