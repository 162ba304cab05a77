// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HalyardTesting
import TestSupport
import Testing

@testable import Halyard

@Suite("Hook sources")
struct HookPlacesTests {
    private struct Note: EvaluationHook {
        let name: String
        let log: Recorder<String>
        var fails = false

        func before(_ evaluation: HookContext, _ data: inout HookData) throws {
            log.add("\(name) before \(evaluation.providerName)")
            if fails { throw FlagError(.general, "\(name) failed") }
        }

        func after(_ evaluation: HookContext, _ details: EvaluationDetails<FlagValue>, _ data: inout HookData) {
            log.add("\(name) after \(details.value)")
        }

        func error(_ evaluation: HookContext, _ error: FlagError, _ data: inout HookData) {
            log.add("\(name) error \(error.message)")
        }

        func finally(_ evaluation: HookContext, _ details: EvaluationDetails<FlagValue>, _ data: inout HookData) {
            log.add("\(name) finally \(details.value)")
        }
    }

    private let log = Recorder<String>()

    private func note(_ name: String, fails: Bool = false) -> Note { Note(name: name, log: log, fails: fails) }

    @Test("Serves the default if a provider's 'before' throws")
    func failingProviderHook() async {
        let provider = FixedProvider(hooks: [note("p1", fails: true), note("p2")])
        let client = await FlagClient.serving(provider) { $0.hooks = [note("client")] }
        let details = client.details(of: .limit, options: EvaluationOptions(hooks: [note("call")]))
        #expect(details.value == 10)
        #expect(details.error == FlagError(.general, "p1 failed"))
        #expect(
            log.take() == [
                "client before fixed", "call before fixed", "p1 before fixed", "p2 error p1 failed",
                "p1 error p1 failed", "call error p1 failed", "client error p1 failed", "p2 finally 10",
                "p1 finally 10", "call finally 10", "client finally 10",
            ])
    }

    @Test("Runs 'before' from client to provider, and other stages in reverse")
    func order() async {
        let client = await FlagClient.serving(FixedProvider(hooks: [note("p1"), note("p2")])) {
            $0.hooks = [note("c1"), note("c2")]
        }
        #expect(client.details(of: .limit, options: EvaluationOptions(hooks: [note("call")])).value == 5)
        #expect(
            log.take() == [
                "c1 before fixed", "c2 before fixed", "call before fixed", "p1 before fixed", "p2 before fixed",
                "p2 after 5", "p1 after 5", "call after 5", "c2 after 5", "c1 after 5", "p2 finally 5", "p1 finally 5",
                "call finally 5", "c2 finally 5", "c1 finally 5",
            ])
    }

    @Test("Runs the provider's hooks for a plain read")
    func plainRead() async {
        let client = await FlagClient.serving(FixedProvider(hooks: [note("p")]))
        #expect(client[.limit] == 5)
        #expect(log.take() == ["p before fixed", "p after 5", "p finally 5"])
    }

    @Test("Runs the hooks of a wrapped provider")
    func wrapper() async {
        struct Plain: ProviderWrapper {
            let inner: any FlagProvider
            func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
                try await inner.run(request, into: channel)
            }
        }
        let client = await FlagClient.serving(Plain(inner: FixedProvider(hooks: [note("p")])))
        #expect(client[.limit] == 5)
        #expect(log.take() == ["p before fixed", "p after 5", "p finally 5"])
    }

    @Test("Runs added hooks after existing hooks (OpenFeature 1.2.1)")
    func adding() async {
        let client = await FlagClient.serving(FixedProvider(hooks: [note("p")])) { $0.hooks = [note("c1")] }
        let early = client.snapshot()
        client.addHooks(note("c2"), note("c3"))
        #expect(client[.limit] == 5)
        let all = [
            "c1 before fixed", "c2 before fixed", "c3 before fixed", "p before fixed", "p after 5", "c3 after 5",
            "c2 after 5", "c1 after 5", "p finally 5", "c3 finally 5", "c2 finally 5", "c1 finally 5",
        ]
        #expect(log.take() == all)
        #expect(client.snapshot()[.limit] == 5)
        #expect(log.take() == all)
        #expect(early[.limit] == 5)
        #expect(
            log.take() == [
                "c1 before fixed", "p before fixed", "p after 5", "c1 after 5", "p finally 5", "c1 finally 5",
            ], "a view keeps its hooks")
    }

    @Test("Runs hooks added before the start")
    func addingEarly() async {
        let client = FlagClient(provider: FixedProvider(), options: .manual())
        client.addHooks(note("c"))
        await client.start()
        #expect(client[.limit] == 5)
        #expect(log.take() == ["c before fixed", "c after 5", "c finally 5"])
    }

    @Test("Replaces the previous provider's hooks, and keeps added hooks")
    func takingOver() async {
        let client = await FlagClient.serving(FixedProvider(hooks: [note("old")]))
        client.addHooks(note("client"))
        #expect(await client.swap(to: FixedProvider(name: "next", hooks: [note("new")])) == .completed)
        #expect(client[.limit] == 5)
        #expect(
            log.take() == [
                "client before next", "new before next", "new after 5", "client after 5", "new finally 5",
                "client finally 5",
            ])
    }

    /// A hook that reads the same flag of some clients at each stage.
    private final class Reader: EvaluationHook {
        let clients = Lock<[FlagClient]>([])
        private let name: String
        private let log: Recorder<String>

        init(_ name: String, _ log: Recorder<String>) {
            self.name = name
            self.log = log
        }

        private func read(_ stage: String, _ key: String) {
            let values = clients.withLock { $0 }.map { $0.int(key, default: 0) }
            log.add("\(name) \(stage) \(values)")
        }

        func before(_ evaluation: HookContext, _ data: inout HookData) { read("before", evaluation.flagKey) }

        func after(_ evaluation: HookContext, _ details: EvaluationDetails<FlagValue>, _ data: inout HookData) {
            read("after", evaluation.flagKey)
        }

        func error(_ evaluation: HookContext, _ error: FlagError, _ data: inout HookData) {
            read("error", evaluation.flagKey)
        }

        func finally(_ evaluation: HookContext, _ details: EvaluationDetails<FlagValue>, _ data: inout HookData) {
            read("finally", evaluation.flagKey)
        }
    }

    @Test("Runs no hooks for the reads of a hook, but counts them")
    func reentrancy() async {
        let reader = Reader("hook", log)
        let sink = RecordingSink()
        let options = FlagClient.Options.manual { $0.hooks = [reader] }
        let client = FlagClient(provider: InMemoryFlagProvider(["limit": 5]), sinks: [sink], options: options)
        #expect(await client.start() == .ready)
        reader.clients.withLock { $0 = [client] }
        #expect(client.int("limit", default: 0) == 5)
        #expect(log.take() == ["hook before [5]", "hook after [5]", "hook finally [5]"])
        #expect(client.details(of: .limit).value == 5)
        #expect(log.take() == ["hook before [5]", "hook after [5]", "hook finally [5]"])
        #expect(client.int("unknown", default: 7) == 7)
        #expect(log.take() == ["hook before [0]", "hook error [0]", "hook finally [0]"])
        reader.clients.withLock { $0 = [] }
        await client.shutdown()
        #expect(sink.readCounts == ["limit": 8, "unknown": 4])
    }

    @Test("Stops recursion when hooks of two clients read each other's flags")
    func mutualReentrancy() async {
        let readers = (Reader("a", log), Reader("b", log))
        let first = await FlagClient.serving(InMemoryFlagProvider(["limit": 5])) { $0.hooks = [readers.0] }
        let second = await FlagClient.serving(InMemoryFlagProvider(["limit": 6])) { $0.hooks = [readers.1] }
        readers.0.clients.withLock { $0 = [second] }
        readers.1.clients.withLock { $0 = [first] }
        #expect(first[.limit] == 5)
        let nested = ["b before [5]", "b after [5]", "b finally [5]"]
        #expect(log.take() == nested + ["a before [6]"] + nested + ["a after [6]"] + nested + ["a finally [6]"])
        readers.0.clients.withLock { $0 = [] }
        readers.1.clients.withLock { $0 = [] }
    }

    @Test("Runs hooks for the reads of a sink")
    func sinkReads() async {
        let held = Lock<FlagClient?>(nil)
        // Reads another flag for each evaluation of the first.
        let sink = CallbackSink(
            interest: .every,
            onReceive: { event in
                guard case .evaluated(let evaluation) = event, evaluation.key == "limit" else { return }
                _ = held.withLock { $0 }?[.greeting]
            })
        let options = FlagClient.Options.manual { $0.hooks = [note("hook")] }
        let provider = InMemoryFlagProvider(["limit": 5, "greeting": "ahoy"])
        let client = FlagClient(provider: provider, sinks: [sink], options: options)
        #expect(await client.start() == .ready)
        held.withLock { $0 = client }
        #expect(client[.limit] == 5)
        await client.flush()
        #expect(log.take().count { $0.hasPrefix("hook before") } == 2)
        held.withLock { $0 = nil }
        await client.shutdown()
    }

    @Test("Runs no hooks for the reads of a task that a hook starts")
    func taskOfHook() async {
        final class Starter: EvaluationHook {
            let client = Lock<FlagClient?>(nil)
            let task = Lock<Task<Int, Never>?>(nil)
            let count = Lock(0)

            func finally(
                _ evaluation: HookContext, _ details: EvaluationDetails<FlagValue>, _ data: inout HookData
            ) {
                count.withLock { $0 += 1 }
                let client = client.withLock { $0 }
                task.withLock { $0 = Task { client?[.limit] ?? 0 } }
            }
        }
        let starter = Starter()
        let client = await FlagClient.serving(InMemoryFlagProvider(["limit": 5])) { $0.hooks = [starter] }
        starter.client.withLock { $0 = client }
        #expect(client[.limit] == 5)
        #expect(await starter.task.withLock { $0 }?.value == 5)
        #expect(starter.count.withLock { $0 } == 1)
        starter.client.withLock { $0 = nil }
    }

    @Test("Gives a hook separate data each time it's registered")
    func twice() async {
        struct Counter: EvaluationHook {
            let log: Recorder<String>
            func before(_ evaluation: HookContext, _ data: inout HookData) {
                data["count"] = (data["count"] as? Int ?? 0) + 1
            }
            func finally(_ evaluation: HookContext, _ details: EvaluationDetails<FlagValue>, _ data: inout HookData) {
                log.add("\(data["count"] as? Int ?? 0)")
            }
        }
        let hook = Counter(log: log)
        let client = await FlagClient.serving(FixedProvider(hooks: [hook])) { $0.hooks = [hook, hook] }
        _ = client[.limit]
        _ = client[.limit]
        #expect(log.take() == ["1", "1", "1", "1", "1", "1"])
    }
}
