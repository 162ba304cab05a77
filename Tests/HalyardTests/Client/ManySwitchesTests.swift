// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HalyardTesting
import Synchronization
import Testing
import TestSupport

@testable import Halyard

/// A provider whose flag contains its number, and that records its closing.
private final class Numbered: FlagProvider {
    let name: String
    let number: Int
    private let closed = Atomic(false)

    init(_ number: Int) {
        self.number = number
        name = number.isMultiple(of: 2) ? "even" : "odd"
    }

    var isClosed: Bool { closed.load(ordering: .sequentiallyConsistent) }

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        channel.publish(.ready(FlagSet(["number": .int(Int64(number))], from: name, for: request.context)))
        for await _ in AsyncStream<Never>.makeStream().stream {}
    }

    func close() async { closed.store(true, ordering: .sequentiallyConsistent) }
}

/// A hook that checks the provider of each evaluation during the read.
private struct Watch: EvaluationHook {
    let providers: [Numbered]
    let late: Atomic<Int>.Box

    func after(
        _ evaluation: HookContext, _ details: EvaluationDetails<FlagValue>, _ data: inout HookData
    ) throws {
        guard case .int(let number) = details.value, providers.indices.contains(Int(number)) else { return }
        if providers[Int(number)].isClosed { late.count.add(1, ordering: .relaxed) }
    }
}

extension Atomic where Value == Int {
    /// A shared counter.
    fileprivate final class Box: Sendable {
        let count = Atomic<Int>(0)
    }
}

@Suite("Repeated provider switches")
struct ManySwitchesTests {
    @Test("Serves no default and no closed provider's value to four readers")
    func manySwitches() async throws {
        let providers = (0...1000).map(Numbered.init)
        let late = Atomic<Int>.Box()
        let (defaults, reads, isDone) = (Atomic<Int>.Box(), Atomic<Int>.Box(), Atomic<Int>.Box())
        let client = FlagClient(
            provider: providers[0], options: .manual { $0.hooks = [Watch(providers: providers, late: late)] })
        #expect(await client.start() == .ready)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    while isDone.count.load(ordering: .relaxed) == 0 {
                        for _ in 0..<20 where client.int("number", default: -1) < 0 {
                            defaults.count.add(1, ordering: .relaxed)
                        }
                        reads.count.add(20, ordering: .relaxed)
                        await Task.yield()
                    }
                }
            }
            for provider in providers.dropFirst() {
                #expect(await client.swap(to: provider) == .completed)
            }
            isDone.count.store(1, ordering: .relaxed)
        }
        #expect(client.int("number", default: -1) == 1000)
        #expect(defaults.count.load(ordering: .relaxed) == 0)
        #expect(late.count.load(ordering: .relaxed) == 0)
        #expect(reads.count.load(ordering: .relaxed) > 1000)
        await client.shutdown()
        #expect(providers.filter { !$0.isClosed }.isEmpty)
    }

    @Test("Counts each read from slots once, and never returns to older values")
    func manySwitchesOfCells() async throws {
        let providers = (0...1000).map(Numbered.init)
        let (wrong, reads, isDone) = (Atomic<Int>.Box(), Atomic<Int>.Box(), Atomic<Int>.Box())
        var options = FlagClient.Options.readingSlots
        options.time = ManualTime()
        let sink = RecordingSink()
        let client = FlagClient(provider: providers[0], sinks: [sink], options: options)
        #expect(await client.start() == .ready)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let key = FlagKey("number", default: -1)
                    var last = 0
                    while isDone.count.load(ordering: .relaxed) == 0 {
                        for _ in 0..<1000 {
                            let number = client[key]
                            if number < last { wrong.count.add(1, ordering: .relaxed) }
                            last = number
                        }
                        reads.count.add(1000, ordering: .relaxed)
                        await Task.yield()
                    }
                }
            }
            for provider in providers.dropFirst() {
                #expect(await client.swap(to: provider) == .completed)
            }
            isDone.count.store(1, ordering: .relaxed)
        }
        #expect(client.int("number", default: -1) == 1000)
        #expect(wrong.count.load(ordering: .relaxed) == 0)
        #expect(reads.count.load(ordering: .relaxed) > 1000)
        await client.shutdown()
        #expect(sink.readCounts == ["number": reads.count.load(ordering: .relaxed) + 1])
        #expect(providers.filter { !$0.isClosed }.isEmpty)
    }
}
