// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
public import HalyardTransport

extension ProviderModule {
    /// A module with the section `network` and fetchers for kill switches at `http` and `https` URLs, for apps without a vendor's
    /// module.
    public static let network = network()

    /// Creates a module with the section `network`, fetchers for `http` and `https` URLs, and the given types.
    ///
    /// - Parameters:
    ///   - transport: The transport that gets documents, or `nil` for a new transport for each request.
    ///   - types: The provider types.
    ///   - formats: The bootstrap formats.
    ///   - policies: The persistence policy types.
    public static func network(
        over transport: (any HTTPTransport)? = nil, types: [ProviderType] = [], formats: [BootstrapFormat] = [],
        policies: [PolicyType] = []
    ) -> ProviderModule {
        let fetchers = ["http", "https"].map { scheme in
            FetcherType(scheme) { document in
                if let transport { return .http(over: transport) }
                return .http(document.inheritedSection(SectionType.network.name)?.networkOptions() ?? NetworkOptions())
            }
        }
        return ProviderModule(
            types: types, formats: formats, policies: policies, fetchers: fetchers, sections: [.network])
    }
}
