// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Configuration
import Halyard
import HalyardSwiftConfiguration
import HalyardTesting
import Testing

@Suite("HalyardConfigProvider: reads")
struct HalyardConfigProviderTests {
    private let memory = InMemoryFlagProvider([
        "new-nav": true, "limit": 3, "ratio": 2, "whole": 4.0, "half": 0.5, "greeting": "hi", "nothing": .null,
        "banner": ["title": "Hi"], "mixed": ["a", 1],
    ])
    private let settings = InMemoryProvider(values: ["new-nav": false, "http.port": 8080, "flags.nothing": "behind"])

    private func makeClient(_ name: String? = nil, sinks: [any EventSink] = []) -> FlagClient {
        var options = FlagClient.Options()
        options.name = name
        options.overrides.allowedInRelease = true
        options.diagnosticHandler = { _ in }
        return FlagClient(provider: memory, sinks: sinks, options: options)
    }

    private func startedClient(sinks: [any EventSink] = []) async -> FlagClient {
        let flags = makeClient(sinks: sinks)
        await flags.start()
        return flags
    }

    // MARK: Values

    @Test("Converts numbers without loss")
    func numbers() async {
        let config = ConfigReader(provider: HalyardConfigProvider(await startedClient()))
        #expect(config.int(forKey: "limit") == 3)
        #expect(config.double(forKey: "ratio") == 2)
        #expect(config.int(forKey: "whole") == 4)
        #expect(config.int(forKey: "half") == nil)
    }

    @Test("Rejects a flag of another type without asking the next provider")
    func mismatch() async throws {
        let flags = await startedClient()
        let behind = InMemoryProvider(values: ["limit": "behind"])
        let config = ConfigReader(providers: [HalyardConfigProvider(flags), behind])
        #expect(config.string(forKey: "limit", default: "default") == "default")
        let error = #expect(throws: FlagError.self) { try config.requiredString(forKey: "limit") }
        #expect(error?.code == .typeMismatch)
        #expect(error?.message.contains("'limit'") == true)
        #expect(throws: FlagError.self) { try config.requiredStringArray(forKey: "mixed") }
        #expect(throws: FlagError.self) { try config.requiredString(forKey: "banner") }
    }

    @Test("Doesn't reach into objects")
    func objects() async {
        let config = ConfigReader(provider: HalyardConfigProvider(await startedClient()))
        #expect(config.string(forKey: "banner.title") == nil)
    }

    @Test("Passes on a null flag and a missing flag", arguments: [nil, "flags"] as [ConfigKey?])
    func absent(prefix: ConfigKey?) async {
        let flags = await startedClient()
        let provider = HalyardConfigProvider(flags, under: prefix)
        let config = ConfigReader(providers: [
            prefix == nil ? KeyMappingProvider(upstream: provider) { $0.withoutFirst } : provider as any ConfigProvider,
            settings,
        ])
        #expect(config.string(forKey: "flags.nothing") == "behind")
        #expect(config.string(forKey: "flags.missing") == nil)
    }

    @Test("Passes on a flag whose evaluation failed")
    func failed() async {
        memory.set("broken", definition: .init(error: FlagError(.parseError, "no")))
        let config = ConfigReader(providers: [
            HalyardConfigProvider(await startedClient()), InMemoryProvider(values: ["broken": "behind"]),
        ])
        #expect(config.string(forKey: "broken") == "behind")
    }

    @Test("Passes on every key before the start and after the shutdown", arguments: [nil, "flags"] as [ConfigKey?])
    func noFlags(prefix: ConfigKey?) async throws {
        let flags = makeClient()
        let key: AbsoluteConfigKey = prefix == nil ? "limit" : "flags.limit"
        let provider = HalyardConfigProvider(flags, under: prefix)
        #expect(try provider.value(forKey: key, type: .int).value == nil)
        await flags.start()
        #expect(try provider.value(forKey: key, type: .int).value?.content == .int(3))
        await flags.shutdown()
        #expect(try provider.value(forKey: key, type: .int).value == nil)
    }

    @Test("Serves overrides, even for keys without another flag")
    func overrides() async {
        let flags = await startedClient()
        flags.overrides.set("limit", 7)
        flags.overrides.set("only-here", "x")
        let config = ConfigReader(provider: HalyardConfigProvider(flags))
        #expect(config.int(forKey: "limit") == 7)
        #expect(config.string(forKey: "only-here") == "x")
    }

    @Test("Serves the overrides of a test")
    func testOverrides() async {
        let config = ConfigReader(provider: HalyardConfigProvider(await startedClient()))
        withFlags(["limit": 9, "only-here": true]) {
            #expect(config.int(forKey: "limit") == 9)
            #expect(config.bool(forKey: "only-here") == true)
        }
        #expect(config.int(forKey: "limit") == 3)
    }

    @Test("Decodes bytes with the given decoder")
    func bytes() async {
        memory.replaceAll(with: ["magic": "6d61676963", "chunks": ["6d", "zz"]])
        let config = ConfigReader(provider: HalyardConfigProvider(await startedClient(), bytes: .hex))
        #expect(config.bytes(forKey: "magic") == Array("magic".utf8))
        let error = #expect(throws: FlagError.self) { try config.requiredByteChunkArray(forKey: "chunks") }
        #expect(
            error?.message == """
                The string of the flag 'chunks' can't be decoded as bytes. Fix the flag, or pass another decoder as "bytes".
                """)
    }

    // MARK: Keys

    @Test("Reads only keys below the prefix as flags")
    func prefix() async throws {
        memory.set("a.b", 5)
        let provider = HalyardConfigProvider(await startedClient(), under: "shop.flags")
        let value = { (key: AbsoluteConfigKey) in try provider.value(forKey: key, type: .int).value?.content }
        #expect(try value("shop.flags.limit") == .int(3))
        #expect(try value("shop.flags.a.b") == .int(5))
        #expect(try value("limit") == nil)
        #expect(try value("shop.flags") == nil)
        #expect(try value("shop.limit") == nil)
        #expect(try value("other.flags.limit") == nil)
    }

    @Test("Names the flag as the encoded key")
    func encodedKeys() async throws {
        let provider = HalyardConfigProvider(await startedClient(), under: "flags")
        #expect(try provider.value(forKey: "flags.limit", type: .int).encodedKey == "limit")
        #expect(try provider.value(forKey: "http.port", type: .int).encodedKey == "http.port")
    }

    @Test("Has the client's name in its own")
    func names() {
        #expect(HalyardConfigProvider(makeClient("shop")).providerName == "HalyardConfigProvider[shop]")
        #expect(HalyardConfigProvider(makeClient()).snapshot().providerName == "HalyardConfigProvider")
    }

    @Test("Marks no value as secret")
    func secrets() async throws {
        let provider = HalyardConfigProvider(await startedClient())
        #expect(try provider.value(forKey: "greeting", type: .string).value == ConfigValue("hi", isSecret: false))
    }

    // MARK: Counting

    @Test("Counts each read once, and no key that isn't a flag")
    func counting() async {
        let sink = RecordingSink()
        let flags = await startedClient(sinks: [sink])
        let config = ConfigReader(providers: [HalyardConfigProvider(flags), settings])
        for _ in 0..<3 { #expect(config.int(forKey: "limit") == 3) }
        #expect(config.string(forKey: "greeting", default: "") == "hi")
        #expect(config.bool(forKey: "greeting", default: true))
        #expect(config.int(forKey: "http.port") == 8080)
        #expect(config.string(forKey: "http.host") == nil)
        await flags.flush()
        #expect(sink.readCounts == ["limit": 3, "greeting": 2])
        #expect(flags.diagnostics.recent.map(\.code) == ["typeMismatch"])
    }

    @Test("Doesn't serve false for settings if a source lists only flags that are on")
    func unlistedFlags() async throws {
        let flags = FlagClient(provider: OnlyFlagsThatAreOn())
        await flags.start()
        let settings = InMemoryProvider(values: ["http.tls": true, "flags.beta": true])
        let config = ConfigReader(providers: [HalyardConfigProvider(flags), settings])
        #expect(config.bool(forKey: "http.tls") == true)
        #expect(config.bool(forKey: "new-nav") == true)
        let below = ConfigReader(providers: [HalyardConfigProvider(flags, under: "flags"), settings])
        #expect(below.bool(forKey: "http.tls") == true)
        #expect(below.bool(forKey: "flags.beta") == false)
    }

    // MARK: Snapshots and fetching

    @Test("Keeps the flags of a snapshot")
    func snapshots() async {
        let flags = await startedClient()
        let config = ConfigReader(provider: HalyardConfigProvider(flags))
        let snapshot = config.snapshot()
        memory.set("limit", 4)
        #expect(snapshot.int(forKey: "limit") == 3)
        #expect(config.int(forKey: "limit") == 4)
    }

    @Test("Serves a context's flags from its snapshot")
    func contexts() async {
        let rules = InMemoryFlagProvider { ["limit": $0["plan"] == "gold" ? 50 : 10] }
        let flags = FlagClient(provider: rules)
        await flags.start()
        let limit = { (context: EvaluationContext) in
            ConfigReader(provider: HalyardConfigProvider(flags.snapshot(for: context))).int(forKey: "limit")
        }
        #expect(limit(.user("ada", ["plan": "gold"])) == 50)
        #expect(limit(.user("grace")) == 10)
    }

    @Test("Refreshes the flags before a fetch")
    func fetch() async throws {
        let provider = TestProvider(["limit": 1])
        let flags = FlagClient(provider: provider)
        await flags.start()
        let config = ConfigReader(provider: HalyardConfigProvider(flags, under: "flags"))
        #expect(try await config.fetchInt(forKey: "flags.limit") == 1)
        #expect(try await config.fetchInt(forKey: "http.port") == nil)
        #expect(provider.requests.map(\.cause) == [.start, .refresh])
    }

    @Test("Throws from a fetch if the refresh fails or takes too long")
    func failedFetch() async {
        let provider = TestProvider(["limit": 1])
        let flags = FlagClient(provider: provider)
        await flags.start()
        let config = ConfigReader(provider: HalyardConfigProvider(flags, patience: .zero))
        provider.fail(FlagError(.general, "down"))
        let failure = await #expect(throws: FlagError.self) { try await config.fetchInt(forKey: "limit") }
        #expect(failure?.message.contains("test-provider") == true)
        let patient = ConfigReader(provider: HalyardConfigProvider(flags, patience: .seconds(600)))
        let other = await #expect(throws: FlagError.self) { try await patient.fetchInt(forKey: "limit") }
        #expect(other == FlagError(.general, "down"))
    }

    @Test("Throws from a fetch before the start and after the shutdown")
    func fetchWithoutFlags() async {
        let flags = makeClient()
        let config = ConfigReader(provider: HalyardConfigProvider(flags, under: "flags"))
        let early = await #expect(throws: FlagError.self) { try await config.fetchInt(forKey: "flags.limit") }
        #expect(early?.message == "The client isn't started. Call start(within:) before you fetch flags.")
        await flags.start()
        await flags.shutdown()
        let late = await #expect(throws: FlagError.self) { try await config.fetchInt(forKey: "flags.limit") }
        #expect(late?.message == "The client is shut down. Fetch flags before you shut it down.")
    }

    @Test("Fetches a setting that isn't a flag from the next provider when the client can't refresh")
    func fetchSetting() async throws {
        let settings = InMemoryProvider(values: ["http.port": 8080])
        let config = ConfigReader(providers: [HalyardConfigProvider(makeClient()), settings])
        #expect(try await config.fetchInt(forKey: "http.port") == 8080)
    }

    @Test("Fetches from a snapshot without a request")
    func fetchFromSnapshot() async throws {
        let flags = await startedClient()
        let config = ConfigReader(provider: HalyardConfigProvider(flags.snapshot()))
        await flags.shutdown()
        #expect(try await config.fetchInt(forKey: "limit") == 3)
    }
}

/// A source that lists only flags that are on.
private struct OnlyFlagsThatAreOn: FlagProvider {
    let name = "on"

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        var flagSet = FlagSet(["new-nav": true], from: name, for: request.context)
        flagSet.missingFlags = .off
        channel.publish(.ready(flagSet))
        for await _ in AsyncStream<Never>.makeStream().stream {}
    }
}

extension AbsoluteConfigKey {
    fileprivate var withoutFirst: AbsoluteConfigKey { AbsoluteConfigKey(Array(components.dropFirst())) }
}
