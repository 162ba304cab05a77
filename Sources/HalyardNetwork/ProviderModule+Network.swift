// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
public import HalyardTransport

extension ProviderModule {
    /// The section `network`, and what gets a kill switch from an `http` or `https` URL, for apps without a vendor's module.
    public static let network = network()

    /// The same for a module with providers of its own.
    ///
    /// - Parameters:
    ///   - transport: What gets documents; nil for one of each request's own.
    ///   - types: The types of providers.
    ///   - formats: The bootstrap formats.
    ///   - policies: The types of persistence policies.
    public static func network(
        over transport: (any HTTPTransport)? = nil, types: [ProviderType] = [], formats: [BootstrapFormat] = [],
        policies: [PolicyType] = []
    ) -> ProviderModule {
        let fetchers = ["http", "https"].map { scheme in
            FetcherType(scheme) { document in
                if let transport { return .http(over: transport) }
                return .http(document.section(SectionType.network.name)?.networkOptions() ?? NetworkOptions())
            }
        }
        return ProviderModule(
            types: types, formats: formats, policies: policies, fetchers: fetchers, sections: [.network])
    }
}
