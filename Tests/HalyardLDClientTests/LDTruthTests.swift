// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch
import Foundation
import HalyardLaunchDarkly
import HalyardSupport
import HostileServer
import LDTestSupport
import TestSupport
import Testing

@testable import Halyard
@testable import HalyardLDClient

/// Guarantees about state that an app has observed, with concurrent work blocked at critical points.
@Suite("LDClient: consistency")
struct LDTruthTests {
    private static let flags = #"{"on":{"value":true,"variation":1,"version":2}}"#

    /// A store that doesn't write anything until it's opened.
    private final class HeldStore: ImmediateFlagStore {
        private let inner = InMemoryFlagStore()
        private let (gate, opening) = AsyncStream<Void>.makeStream()
        var unwritten: UnwrittenRecords { inner.unwritten }
        func open() { opening.finish() }
        func loadNow(_ key: StoreKey) -> [UInt8]? { inner.loadNow(key) }
        func load(_ key: StoreKey) async -> [UInt8]? { await inner.load(key) }
        func save(_ bytes: [UInt8], as key: StoreKey) async {
            for await _ in gate {}
            await inner.save(bytes, as: key)
        }
        func delete(_ key: StoreKey) async { await inner.delete(key) }
        func keys(in scope: StoreKey.Scope) async -> [StoreKey] { await inner.keys(in: scope) }
    }

    /// A lifecycle that blocks the thread named `held` when it reads the phase for the nth time.
    private final class HeldLifecycle: Lifecycle {
        private let number: Int
        private let asked = Lock(0)
        private let gate = DispatchSemaphore(value: 0)
        let held = Recorder<Void>()
        init(at number: Int) { self.number = number }

        var phase: LifecyclePhase {
            guard Thread.current.name == "held" else { return .foreground }
            let count = asked.withLock { count in
                count += 1
                return count
            }
            if count == number {
                held.add()
                gate.wait()
            }
            return .foreground
        }
        var phases: AsyncStream<LifecyclePhase> { AsyncStream { _ in } }
        func open() { gate.signal() }
    }

    // MARK: Concurrent calls

    @Test("Applies a user change immediately while another thread goes offline", arguments: 1...3)
    func together(question: Int) async throws {
        let lifecycle = HeldLifecycle(at: question)
        let stage = try UserStage {
            $0.lifecycle = lifecycle
        } _: { _ in
            Step.flags(Self.flags)
        }
        defer { stage.end() }
        let client = try await stage.started()
        let ended = Recorder<Void>()
        let thread = Thread {
            client.setOnline(false)
            ended.add()
        }
        thread.name = "held"
        thread.start()
        await until { lifecycle.held.count + ended.count > 0 }
        client.setOnline(false)
        client.identify(user: .plain("b"))
        #expect(!client.variation(forKey: "on", defaultValue: false))
        lifecycle.open()
        await until { ended.count == 1 }
        #expect(!client.variation(forKey: "on", defaultValue: false))
    }

    // MARK: Online

    @Test("Sends no events after the completion of going offline", arguments: 1...20)
    func offline(round: Int) async throws {
        let stage = try UserStage { _ in Step.flags(Self.flags) }
        defer { stage.end() }
        let (isHeldUp, gate) = (Signal(), DispatchSemaphore(value: 0))
        // This sink blocks the thread that delivers the event "held".
        let sink = CallbackSink(onReceive: { event in
            guard case .tracked(let event) = event, event.name == "held" else { return }
            isHeldUp.give()
            gate.wait()
        })
        let sent = { stage.server.requests.filter(\.isAboutEvents).map(\.text).joined() }
        let client = try await stage.started()
        client.handle.environment?.client.add(sinks: [sink], hooks: nil)
        // The call needs a separate thread because the sink blocks it.
        Thread.detachNewThread { try? client.track(key: "held") }
        await isHeldUp.wait()
        await completed { client.setOnline(false, completion: $0) }
        #expect(!client.isOnline)
        try client.track(key: "late")
        client.flush()
        // The flush interval passes, and the client's queue is drained, so the flush has been handled.
        stage.time.advance(by: .seconds(31))
        await completed { client.setOnline(false, completion: $0) }
        gate.signal()
        #expect(sent() == "")
        await completed { client.setOnline(true, completion: $0) }
        client.flush()
        await until { sent().contains(#""key":"held""#) && sent().contains(#""key":"late""#) }
    }

    @Test("Sends pending events as soon as it reports that it's online", arguments: 1...20)
    func online(round: Int) async throws {
        let stage = try UserStage { _ in Step.flags(Self.flags) }
        defer { stage.end() }
        let client = try await stage.started(stage.config { $0.startOnline = false })
        try client.track(key: "early")
        client.setOnline(true)
        #expect(client.isOnline)
        client.flush()
        #expect(try await stage.posts(1)[0].text.contains(#""key":"early""#))
    }

    // MARK: Unwritten flags

    /// Runs a closure with a stage whose store doesn't write anything until the end.
    private func withUnwrittenFlags(_ body: (UserStage) async throws -> Void) async throws {
        let store = HeldStore()
        let stage = try UserStage(store: store) { _ in Step.flags(Self.flags) }
        defer { stage.end() }
        defer { store.open() }
        try await body(stage)
    }

    @Test("Serves unwritten flags after a close and an offline start")
    func restarted() async throws {
        try await withUnwrittenFlags { stage in
            let offline = stage.config { $0.startOnline = false }
            for _ in 1...20 {
                let client = try await stage.started()
                #expect(client.variation(forKey: "on", defaultValue: false))
                client.close()
                let next = try await stage.started(offline)
                #expect(next.variation(forKey: "on", defaultValue: false))
                #expect(next.getConnectionInformation().lastKnownFlagValidity != nil)
                next.close()
            }
        }
    }

    @Test("Serves unwritten flags again when the same user returns offline")
    func returned() async throws {
        try await withUnwrittenFlags { stage in
            let client = try await stage.started()
            await completed { client.setOnline(false, completion: $0) }
            for _ in 1...20 {
                await completed { client.identify(user: .plain("b"), completion: $0) }
                #expect(!client.variation(forKey: "on", defaultValue: false))
                client.identify(user: .plain("a"))
                #expect(client.variation(forKey: "on", defaultValue: false))
            }
        }
    }

    @Test("Serves unwritten flags after a configuration change")
    func reconfigured() async throws {
        try await withUnwrittenFlags { stage in
            let client = try await stage.started()
            await completed { client.setOnline(false, completion: $0) }
            for round in 1...20 {
                client.config = stage.config { $0.eventCapacity = round }
                #expect(client.variation(forKey: "on", defaultValue: false))
            }
        }
    }

    @Test("Serves flags received without a stream after a configuration change")
    func reconfiguredWithoutStream() async throws {
        let (late, polls) = (Gate(), Recorder<Void>())
        let stage = try UserStage { request in
            if request.target.contains("/meval") {
                return polls.count == 0 ? [.send(.eventStream + .event("ping", "{}")), .reset] : [.reset]
            }
            polls.add()
            return polls.count == 1 ? [.wait(late)] + Step.flags(Self.flags) : [.stall]
        }
        defer { stage.end() }
        stage.registry.start(config: stage.config { $0.streamingMode = .streaming }, user: .plain("a"), completion: nil)
        let client = try #require(stage.registry.get())
        await until { polls.count == 1 }
        // A lost stream is reported after a second, which is before the third attempt.
        await until(moving: stage.time, by: .milliseconds(100)) {
            stage.server.requests.count { $0.target.contains("/meval") } >= 3
        }
        late.open()
        await until { client.variation(forKey: "on", defaultValue: false) }
        client.config = stage.config()
        #expect(client.variation(forKey: "on", defaultValue: false))
    }

    // MARK: Instances

    @Test("Returns the same client for an environment until it's closed")
    func instances() async throws {
        let stage = try UserStage { _ in Step.flags(Self.flags) }
        defer { stage.end() }
        try await stage.started().setOnline(false)
        weak let client = stage.registry.get()
        #expect(client != nil)
        #expect(stage.registry.get() === client)
        await stage.start()
        #expect(stage.registry.get() === client)
        client?.close()
        #expect(stage.registry.get() == nil)
        let next = try await stage.started()
        #expect(next !== client)
    }

    @Test("Identifies a user without `await` in an asynchronous function")
    func identifyNow() async throws {
        let stage = try UserStage { _ in Step.flags(Self.flags) }
        defer { stage.end() }
        let client = try await stage.started()
        client.identify(user: .plain("b"))
        await until { stage.asked.count == 2 }
        #expect(await client.identified(user: .plain("b")) == .complete)
    }
}
