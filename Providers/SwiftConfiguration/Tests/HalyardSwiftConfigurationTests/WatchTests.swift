// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Configuration
import Halyard
import HalyardSwiftConfiguration
import HalyardTesting
import Testing

@Suite("HalyardConfigProvider: watches")
struct WatchTests {
    private let memory = InMemoryFlagProvider(["limit": 1])

    private func startedClient(sinks: [any EventSink] = []) async -> FlagClient {
        let flags = FlagClient(provider: memory, sinks: sinks)
        await flags.start()
        return flags
    }

    @Test("Delivers the present value, and then each different result")
    func values() async throws {
        let config = ConfigReader(provider: HalyardConfigProvider(await startedClient()))
        let seen = try await config.watchInt(forKey: "limit", default: -1) { updates in
            var seen: [Int] = []
            for await value in updates {
                seen.append(value)
                switch seen.count {
                case 1:
                    memory.set("other", 1)
                    memory.set("limit", 2)
                case 2: memory.set("limit", "text")
                case 3: memory.set("limit", nil)
                case 4: memory.set("limit", 5)
                default: return seen
                }
            }
            return seen
        }
        // The two defaults come from the mismatch and the missing flag.
        #expect(seen == [1, 2, -1, -1, 5])
    }

    @Test("Delivers the newest value to a slow reader")
    func slowReader() async throws {
        let provider = HalyardConfigProvider(await startedClient())
        let seen = try await provider.watchValue(forKey: "limit", type: .int) { updates in
            var seen: [ConfigContent?] = []
            for await result in updates {
                seen.append(try result.get().value?.content)
                if seen.count == 2 { return seen }
                for value in 2...9 { memory.set("limit", .int(Int64(value))) }
            }
            return seen
        }
        #expect(seen == [.int(1), .int(9)])
    }

    @Test("Delivers flags that arrive after the watch began", arguments: [nil, "flags"] as [ConfigKey?])
    func lateStart(prefix: ConfigKey?) async throws {
        let flags = FlagClient(provider: memory)
        let provider = HalyardConfigProvider(flags, under: prefix)
        let key: AbsoluteConfigKey = prefix == nil ? "limit" : "flags.limit"
        let seen = try await provider.watchValue(forKey: key, type: .int) { updates in
            var seen: [ConfigContent?] = []
            for await result in updates {
                seen.append(try result.get().value?.content)
                if seen.count == 2 { return seen }
                await flags.start()
            }
            return seen
        }
        #expect(seen == [nil, .int(1)])
    }

    @Test("Ends with the client, without a value that only the shutdown causes")
    func end() async throws {
        let flags = await startedClient()
        let provider = HalyardConfigProvider(flags)
        let values = try await provider.watchValue(forKey: "limit", type: .int) { updates in
            var count = 0
            for await _ in updates {
                count += 1
                await flags.shutdown()
            }
            return count
        }
        #expect(values == 1)
        let late = try await provider.watchValue(forKey: "limit", type: .int) { updates in
            for await _ in updates { return false }
            return true
        }
        #expect(late)
    }

    @Test("Ends a watch of snapshots with the client")
    func snapshotEnd() async throws {
        let flags = await startedClient()
        let count = try await HalyardConfigProvider(flags).watchSnapshot { updates in
            var count = 0
            for await _ in updates {
                count += 1
                await flags.shutdown()
            }
            return count
        }
        #expect(count == 1)
    }

    @Test("Ends when the task is canceled")
    func cancellation() async throws {
        let provider = HalyardConfigProvider(await startedClient())
        let watch = Task {
            try await provider.watchValue(forKey: "limit", type: .int) { updates in
                for await _ in updates { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }
        try await watch.value
    }

    @Test("Delivers a snapshot for each change of flags, and none for a mere status")
    func snapshots() async throws {
        let provider = TestProvider(["limit": 1])
        let flags = FlagClient(provider: provider)
        await flags.start()
        let config = ConfigReader(provider: HalyardConfigProvider(flags))
        let limits = try await config.watchSnapshot { snapshots in
            var limits: [Int?] = []
            for await snapshot in snapshots {
                limits.append(snapshot.int(forKey: "limit"))
                if limits.count == 2 { return limits }
                provider.goStale()
                provider.answer()
                provider.set("limit", 2)
            }
            return limits
        }
        #expect(limits == [1, 2])
    }

    @Test("Delivers the snapshot of an update, even if a later one exists")
    func ownUpdate() async throws {
        let config = HalyardConfigProvider(await startedClient())
        let limit = try await config.watchSnapshot { snapshots in
            for await snapshot in snapshots {
                memory.set("limit", 2)
                return try snapshot.value(forKey: "limit", type: .int).value?.content
            }
            return nil
        }
        #expect(limit == .int(1))
    }

    @Test("Counts a read for each look at the flag, and none for other flags")
    func counting() async throws {
        let sink = RecordingSink()
        let flags = await startedClient(sinks: [sink])
        let provider = HalyardConfigProvider(flags)
        try await provider.watchValue(forKey: "limit", type: .int) { updates in
            var count = 0
            for await _ in updates {
                count += 1
                if count == 2 { return }
                memory.set("other", 1)
                memory.set("limit", 2)
            }
        }
        try await provider.watchValue(forKey: "http.port", type: .int) { updates in
            for await _ in updates { return }
        }
        await flags.flush()
        #expect(sink.readCounts == ["limit": 2])
        #expect(flags.diagnostics.recent == [])
    }

    @Test("Delivers the one state of a snapshot")
    func constant() async throws {
        let provider = HalyardConfigProvider(await startedClient().snapshot())
        memory.set("limit", 2)
        let value = try await provider.watchValue(forKey: "limit", type: .int) { updates in
            for await result in updates { return try result.get().value?.content }
            return nil
        }
        #expect(value == .int(1))
        let limit = try await provider.watchSnapshot { snapshots in
            for await snapshot in snapshots { return try snapshot.value(forKey: "limit", type: .int).value?.content }
            return nil
        }
        #expect(limit == .int(1))
    }
}
