// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

extension ProviderModule {
    /// Types that only an app registers, so that their settings are not checked.
    static func appTypes(_ names: [String]) -> ProviderModule {
        ProviderModule(
            types: names.map { name in
                ProviderType(name) { settings in
                    settings.acceptAll()
                    return InMemoryProvider(name: settings.name)
                }
            },
            sinks: names.map { accepting($0, InMemorySink()) },
            hooks: names.map { accepting($0, LoggingHook.standardError()) },
            policies: names.map { accepting($0, VariantLookupPolicy.networkOnly) },
            strategies: names.map { accepting($0, .firstMatch) })
    }

    private static func accepting<Product: Sendable>(_ name: String, _ product: Product) -> ComponentFactory<Product> {
        ComponentFactory(name) { settings in
            settings.acceptAll()
            return product
        }
    }
}

extension SettingsReader {
    /// Asks for every member, so that none is unknown.
    fileprivate func acceptAll() {
        for name in memberNames { _ = value(name) }
    }
}
