// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch
import HalyardLDContextClient
import HalyardLDEngine
import HalyardSupport
import HostileServer
import LDTestSupport
import TestSupport
import Testing

@Suite("LDClient for contexts: completions and flushes")
struct CompletionTests {
    /// An app's main actor object.
    @MainActor private final class Screen {
        private(set) var lines: [String] = []

        func change(_ client: LDClient, to context: LDContext) async {
            await withCheckedContinuation { done in
                client.identify(context: context) {
                    self.lines.append("identified")
                }
                client.identify(context: context) { result in self.lines.append("\(result)") }
                client.identify(context: context, timeout: 600) { result in self.lines.append("\(result) in time") }
                client.setOnline(false) {
                    self.lines.append("offline")
                    done.resume()
                }
            }
        }
    }

    private func context(_ key: String) throws -> LDContext { try LDContextBuilder(key: key).build().get() }

    /// Creates a stage whose service responds to events with these steps.
    private func stage(events: [Step]) throws -> ContextStage {
        try ContextStage(events: events) { _ in Step.flags(#"{"on":{"value":true,"version":1}}"#) }
    }

    /// Flushes and waits on a thread that can block, and returns the result.
    private func flushedInTime(_ client: LDClient, _ seconds: Double) async -> Bool {
        await withCheckedContinuation { done in
            DispatchQueue(label: "test").async { done.resume(returning: client.flushAndWait(timeout: seconds)) }
        }
    }

    private func flushed(_ client: LDClient) async -> Bool {
        await withCheckedContinuation { done in client.flush { done.resume(returning: $0) } }
    }

    @Test("Calls completions on the main thread, with or without a running client")
    func mainThread() async throws {
        let stage = try stage(events: [.send(.response(202))])
        defer { stage.end() }
        let client = try await stage.started(context("u"))
        let screen = Screen()
        await screen.change(client, to: try context("v"))
        let lines = await screen.lines
        #expect(lines.last == "offline")
        #expect(Set(lines) == ["identified", "complete", "complete in time", "offline"])
        client.close()
        await screen.change(client, to: try context("w"))
        #expect(await screen.lines.suffix(4) == ["identified", "error", "error in time", "offline"])
    }

    @Test("Reports a flush as delivered once the service has accepted all events")
    func delivered() async throws {
        let stage = try stage(events: [.send(.response(202))])
        defer { stage.end() }
        let client = try await stage.started(context("u"))
        client.track(key: "bought")
        #expect(await flushed(client))
        #expect(try await stage.posts(1).last?.text.contains(#""key":"bought""#) == true)
        #expect(await flushed(client))
        client.track(key: "left")
        #expect(await flushedInTime(client, 600))
        let text = try await stage.posts(2).last?.text
        #expect(text?.contains(#""key":"left""#) == true)
    }

    @Test("Reports a flush as failed when the service rejects events")
    func refused() async throws {
        let stage = try stage(events: [.send(.response(404))])
        defer { stage.end() }
        let client = try await stage.started(context("u"))
        client.track(key: "bought")
        #expect(await !flushed(client))
        // The first flush has dropped the rejected event.
        #expect(await flushed(client))
        client.track(key: "left")
        #expect(await !flushedInTime(client, 600))
    }

    @Test("Reports a flush as failed when events are stored for later", arguments: [0, 5])
    func stored(maxCachedContexts: Int) async throws {
        let stage = try stage(events: [.send(.response(503))])
        defer { stage.end() }
        let client = try await stage.started(
            context("u"), stage.config { $0.maxCachedContexts = maxCachedContexts })
        client.track(key: "bought")
        let result = Lock<Bool?>(nil)
        client.flush { isDelivered in result.withLock { $0 = isDelivered } }
        // The second attempt comes after a pause.
        await until(moving: stage.time, by: .seconds(1)) { result.withLock { $0 } != nil }
        #expect(result.withLock { $0 } == false)
    }

    @Test("Flushes inside a flush completion and inside an afterIdentify hook")
    func nested() async throws {
        let stage = try stage(events: [.send(.response(202))])
        defer { stage.end() }
        let results = Recorder<Bool>()
        let client = try await stage.started(
            context("u"),
            stage.config { config in
                config.hooks = [Flusher(registry: stage.registry, results: results)]
            })
        client.track(key: "bought")
        let inCompletion = await withCheckedContinuation { done in
            client.flush { _ in done.resume(returning: client.flushAndWait(timeout: 600)) }
        }
        #expect(inCompletion)
        _ = results.take()
        client.identify(context: try context("v")) {}
        await until { results.count == 1 }
        #expect(results.all == [true])
    }

    private struct Flusher: Hook {
        let registry: ClientRegistry<LDClient>
        let results: Recorder<Bool>

        func afterIdentify(
            seriesContext: IdentifySeriesContext, seriesData: IdentifySeriesData, result: IdentifyResult
        ) -> IdentifySeriesData {
            if seriesContext.methodName == "identify", let client = registry.get() {
                results.add(client.flushAndWait(timeout: 600))
            }
            return seriesData
        }
    }

    @Test("Reports a flush as failed offline, after closing, and on a timeout")
    func impossible() async throws {
        let gate = Gate()
        let stage = try stage(events: [.wait(gate), .send(.response(202))])
        defer { stage.end() }
        let client = try await stage.started(context("u"))
        client.track(key: "bought")
        #expect(await !flushedInTime(client, 0))
        gate.open()
        #expect(await flushed(client))
        await completed { client.setOnline(false, completion: $0) }
        #expect(await !flushed(client))
        client.close()
        #expect(await !flushed(client))
        #expect(await !flushedInTime(client, 600))
    }
}
