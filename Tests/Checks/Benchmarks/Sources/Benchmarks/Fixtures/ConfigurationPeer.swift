// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Configuration
import Halyard
import Synchronization

/// swift-configuration with an app's setup for flags: values in memory, permanent keys, and a report and a count for each read.
///
/// The file imports both modules, like an app's files. Both have a type `InMemoryFlagProvider`, so the module's name qualifies it.
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
        reader = ConfigReader(
            provider: Configuration.InMemoryProvider(values: Dictionary(uniqueKeysWithValues: values)),
            accessReporter: Counter())
        keys = names.map { ConfigKey([$0]) }
    }

    func read(_ times: Int) -> Int {
        var sum = 0
        for key in keys {
            for _ in 0..<times / keys.count where reader.bool(forKey: key, default: false) { sum += 1 }
        }
        return sum
    }
}
