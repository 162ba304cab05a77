// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HalyardTesting
import TestSupport
import Testing

@testable import Halyard

/// A comparison of the ways to set a client's context.
///
/// Each difference is intended.
@Suite("Context changes")
struct ContextTransitionTests {
    enum Way: Sendable {
        case setContext
        case identify
        case change
    }

    enum Phase: Sendable {
        case created
        case running
        case shutDown
    }

    /// The effects of a call.
    struct Result: Sendable, Equatable, CustomStringConvertible {
        /// The call's result, or `-` for a call without one.
        var outcome: String
        /// The events that sinks received.
        var identified: [String]
        var status: ProviderStatus
        /// A read's value: 1 from the first context's flags, or 0, the caller's default.
        var limit: Int
        /// The number of provider runs that the call began.
        var runs: Int

        init(_ outcome: String, _ identified: [String], _ status: ProviderStatus, limit: Int, runs: Int) {
            self.outcome = outcome
            self.identified = identified
            self.status = status
            self.limit = limit
            self.runs = runs
        }

        var description: String { "\(outcome), \(identified), \(status), limit \(limit), runs \(runs)" }
    }

    struct Row: Sendable {
        var way: Way
        var phase: Phase
        var context: String
        var policy = FlagClient.ContextChangePolicy.keepFlags
        var result: Result
    }

    /// A provider that responds when a client starts, and never again.
    private struct Provider: FlagProvider {
        let name = "once"

        func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
            if request.cause == .start {
                channel.publish(.ready(FlagSet(["limit": 1], from: name, for: request.context)))
            }
            try await SystemTime().sleep(for: .seconds(3600))
        }
    }

    static let rows = [
        // Before the start.
        Row(
            way: .setContext, phase: .created, context: "a",
            result: Result("notStarted", [], .notReady, limit: 0, runs: 0)),
        Row(
            way: .setContext, phase: .created, context: "b",
            result: Result("notStarted", [], .notReady, limit: 0, runs: 0)),
        Row(
            way: .identify, phase: .created, context: "a",
            result: Result("notStarted", ["identified user:a after nobody"], .notReady, limit: 0, runs: 0)),
        Row(
            way: .identify, phase: .created, context: "b",
            result: Result("notStarted", [], .notReady, limit: 0, runs: 0)),
        Row(
            way: .change, phase: .created, context: "a",
            result: Result("-", ["identified user:a after nobody"], .notReady, limit: 0, runs: 0)),
        Row(
            way: .change, phase: .created, context: "b",
            result: Result("-", ["identified user:b after nobody"], .notReady, limit: 0, runs: 0)),
        // While the client runs.
        Row(
            way: .setContext, phase: .running, context: "a",
            result: Result("completed", [], .ready, limit: 1, runs: 0)),
        Row(
            way: .setContext, phase: .running, context: "b",
            result: Result("timedOut", ["identified user:b after user:a"], .reconciling, limit: 1, runs: 1)),
        Row(
            way: .identify, phase: .running, context: "a",
            result: Result("timedOut", ["identified user:a after user:a"], .ready, limit: 1, runs: 1)),
        Row(
            way: .identify, phase: .running, context: "b",
            result: Result("timedOut", ["identified user:b after user:a"], .reconciling, limit: 1, runs: 1)),
        Row(
            way: .change, phase: .running, context: "a",
            result: Result("-", ["identified user:a after user:a"], .ready, limit: 1, runs: 0)),
        Row(
            way: .change, phase: .running, context: "b",
            result: Result("-", ["identified user:b after user:a"], .reconciling, limit: 1, runs: 1)),
        // A `ClientTransition` doesn't apply the policy to the current flags.
        Row(
            way: .setContext, phase: .running, context: "b", policy: .clearFlags,
            result: Result("timedOut", ["identified user:b after user:a"], .notReady, limit: 0, runs: 1)),
        Row(
            way: .identify, phase: .running, context: "b", policy: .clearFlags,
            result: Result("timedOut", ["identified user:b after user:a"], .notReady, limit: 0, runs: 1)),
        Row(
            way: .change, phase: .running, context: "b", policy: .clearFlags,
            result: Result("-", ["identified user:b after user:a"], .reconciling, limit: 1, runs: 1)),
        // After the end.
        Row(
            way: .setContext, phase: .shutDown, context: "b",
            result: Result("shutDown", [], .notReady, limit: 0, runs: 0)),
        Row(
            way: .identify, phase: .shutDown, context: "a",
            result: Result("shutDown", [], .notReady, limit: 0, runs: 0)),
        Row(
            way: .change, phase: .shutDown, context: "b",
            result: Result("-", [], .notReady, limit: 0, runs: 0)),
    ]

    @Test("Produces the expected result for each call and client phase", arguments: rows)
    func row(_ row: Row) async {
        let sink = RecordingSink()
        let options = FlagClient.Options.manual { $0.contextChange = row.policy }
        let client = FlagClient(provider: Provider(), context: .user("a"), sinks: [sink], options: options)
        if row.phase != .created { #expect(await client.start() == .ready) }
        if row.phase == .shutDown { await client.shutdown() }
        await client.flush()
        let (heard, before) = (sink.lines.count, client.core.withLock { $0.machine.lastRunID })
        var outcome = "-"
        switch row.way {
        case .setContext: outcome = "\(await client.setContext(.user(row.context), within: .zero))"
        case .identify: outcome = "\(await client.identify(.user(row.context), within: .zero))"
        case .change: client.perform(ClientTransition(context: .user(row.context)))
        }
        await client.flush()
        let lines = sink.lines.dropFirst(heard).filter { $0.hasPrefix("identified") }
        let runs = client.core.withLock { $0.machine.lastRunID } - before
        let result = Result(
            outcome, lines, client.state.status, limit: client.int("limit", default: 0), runs: Int(runs))
        #expect(result == row.result)
        await client.shutdown()
    }

    @Test("Supersedes waiting callers", arguments: [Way.setContext, .identify, .change])
    func superseded(_ way: Way) async {
        let client = await FlagClient.serving(Provider(), for: .user("a"))
        let waiting = Task { await client.setContext(.user("b"), within: .seconds(600)) }
        await client.until { $0.context == .user("b") }
        switch way {
        case .setContext: await client.setContext(.user("c"), within: .zero)
        case .identify: await client.identify(.user("c"), within: .zero)
        case .change: client.perform(ClientTransition(context: .user("c")))
        }
        #expect(await waiting.value == .superseded)
        await client.shutdown()
    }
}
