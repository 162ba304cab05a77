// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Configuration
import Halyard
import HalyardSwiftConfiguration
import HalyardTesting
import Testing

extension FlagKey where Value == Bool {
    fileprivate static let newNav = FlagKey("new-nav", default: false)
}

extension FlagKey where Value == Int {
    fileprivate static let limit = FlagKey("limit", default: 10)
}

@Suite("ConfiguredFlags")
struct ConfiguredFlagsTests {
    @Test("Keeps the contract of a provider")
    func conformance() async {
        await ProviderConformance {
            ConfiguredFlags(
                ConfigReader(provider: MutableInMemoryProvider(initialValues: ["new-nav": true, "limit": 3])),
                [.flag(.newNav), .flag(.limit)])
        }.expectConformance()
    }

    @Test("Serves values of every declared type")
    func types() async {
        let config = ConfigReader(
            provider: InMemoryProvider(values: [
                "bool": true, "int": 3, "double": 0.5, "string": "x",
                "strings": ConfigValue(.stringArray(["a", "b"]), isSecret: false), "undeclared": 1,
            ]))
        let flags = FlagClient(
            provider: ConfiguredFlags(
                config,
                [
                    .flag(FlagKey("bool", default: false)), .flag(FlagKey("int", default: 0)),
                    .flag(FlagKey("double", default: 0.0)), .flag(FlagKey("string", default: "")),
                    .flag(FlagKey("strings", default: [String]())), .flag(FlagKey("absent", default: 0)),
                ]))
        #expect(await flags.start() == .ready)
        #expect(
            flags.allFlags == ["bool": true, "int": 3, "double": 0.5, "string": "x", "strings": ["a", "b"]])
    }

    @Test("Reads a flag at another path, and inside a scope")
    func paths() async {
        let config = ConfigReader(
            provider: InMemoryProvider(values: ["features.ui.nav": true, "features.search.limit": 7, "limit": 1]))
        let provider = ConfiguredFlags(
            config.scoped(to: "features"),
            [.flag(.newNav, at: "ui.nav"), .flag(FlagKey("search.limit", default: 0)), .flag(.limit)])
        let flags = FlagClient(provider: provider)
        await flags.start()
        #expect(flags.allFlags == ["new-nav": true, "search.limit": 7])
    }

    @Test("Follows changes, and counts an unchanged flag under the same object")
    func changes() async throws {
        let values = MutableInMemoryProvider(initialValues: ["new-nav": true])
        let config = ConfigReader(providers: [values, InMemoryProvider(values: ["limit": 7])])
        let flags = FlagClient(provider: ConfiguredFlags(config, [.flag(.newNav), .flag(.limit)]))
        await flags.start()
        let before = try #require(flags.state.flagSet?.flag(named: "new-nav"))
        var limits = flags.values(of: .limit).makeAsyncIterator()
        #expect(await limits.next() == 7)
        values.setValue(8, forKey: "limit")
        #expect(await limits.next() == 8)
        #expect(flags.state.flagSet?.flag(named: "new-nav") === before)
        values.setValue(nil, forKey: "limit")
        #expect(await limits.next() == 7)
    }

    @Test("Serves the same flags for every context")
    func contexts() async {
        let config = ConfigReader(provider: InMemoryProvider(values: ["limit": 7]))
        let flags = FlagClient(provider: ConfiguredFlags(config, [.flag(.limit)]))
        await flags.start()
        #expect(flags.snapshot(for: .user("ada"))[.limit] == 7)
        #expect(await flags.setContext(.user("grace")) == .completed)
        #expect(flags[.limit] == 7)
    }

    @Test("Treats a value of another type as a missing flag")
    func mismatch() async {
        let config = ConfigReader(provider: InMemoryProvider(values: ["limit": "many"]))
        let flags = FlagClient(provider: ConfiguredFlags(config, [.flag(.limit)]))
        await flags.start()
        #expect(flags.details(of: .limit).error?.code == .flagNotFound)
    }

    @Test("Names the configuration as the origin")
    func origin() async {
        let config = ConfigReader(provider: InMemoryProvider(values: ["limit": 7]))
        let flags = FlagClient(provider: ConfiguredFlags(config, [.flag(.limit)], name: "settings"))
        await flags.start()
        #expect(flags.details(of: .limit).origin == Origin(.memory, provider: "settings"))
    }

    @Test("Ends its run with the client")
    func end() async {
        let values = MutableInMemoryProvider(initialValues: ["limit": 7])
        let flags = FlagClient(provider: ConfiguredFlags(ConfigReader(provider: values), [.flag(.limit)]))
        await flags.start()
        #expect(values.description.contains("1 watchers"))
        await flags.shutdown(within: .seconds(600))
        #expect(values.description.contains("0 watchers"))
    }
}
