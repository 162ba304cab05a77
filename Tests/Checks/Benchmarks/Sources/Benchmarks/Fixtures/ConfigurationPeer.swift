// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Configuration
import Halyard
import HalyardSwiftConfiguration
import Synchronization

/// swift-configuration with an app's setup for flags: values in memory, permanent keys, and a report and a count for each read.
struct ConfigurationPeer {
    /// The cheapest reporter that counts.
    private final class Counter: AccessReporter {
        private let count = Atomic<Int>(0)

        func report(_ event: AccessEvent) { count.add(1, ordering: .relaxed) }
    }

    private let reader: ConfigReader
    private let keys: [ConfigKey]

    /// Creates a reader of Booleans with these names.
    init(_ names: [String]) {
        let values = names.map { (AbsoluteConfigKey([$0]), ConfigValue(.bool(true), isSecret: false)) }
        let provider = InMemoryProvider(values: Dictionary(uniqueKeysWithValues: values))
        reader = ConfigReader(provider: provider, accessReporter: Counter())
        keys = names.map { ConfigKey([$0]) }
    }

    /// Creates a reader of a client's Boolean flags.
    ///
    /// - Parameter prefix: The key above the flags, or `nil` for none.
    init(_ names: [String], of client: FlagClient, under prefix: String?) {
        let provider = HalyardConfigProvider(client, under: prefix.map { ConfigKey([$0]) })
        reader = ConfigReader(provider: provider, accessReporter: Counter())
        keys = names.map { ConfigKey([prefix, $0].compactMap(\.self)) }
    }

    func read(_ times: Int) -> Int {
        var sum = 0
        for key in keys {
            for _ in 0..<times / keys.count where reader.bool(forKey: key, default: false) { sum += 1 }
        }
        return sum
    }
}
