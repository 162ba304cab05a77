// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardNetwork
public import HalyardTransport

extension ProviderModule {
    /// Support for OFREP servers.
    ///
    /// It contains the provider type `ofrep`, the format of OFREP responses for bootstrap files, and kill switches from an
    /// `http` or `https` URL.
    public static let ofrep = ofrep()

    /// Creates the module with parts that a configuration can't express.
    ///
    /// - Parameters:
    ///   - transport: The transport that sends the requests of all providers of this type, or `nil` for a separate
    ///     transport in each provider.
    ///   - headersProvider: A function that returns header fields for each request.
    public static func ofrep(
        transport: (any HTTPTransport)? = nil, headersProvider: HTTPHeaders.Provider? = nil
    ) -> ProviderModule {
        .network(over: transport, types: [.ofrep(transport, headersProvider)], formats: [.ofrep])
    }
}

extension ProviderType {
    /// Returns the provider type `ofrep`.
    ///
    /// Example: `{"type": "ofrep", "url": "https://flags.example.com", "bearer": {"$env": "OFREP_TOKEN"}}`.
    ///
    /// Flags are stored, and served immediately for up to 30 days, unless the setting `persistence` specifies otherwise.
    static func ofrep(
        _ transport: (any HTTPTransport)?, _ headersProvider: HTTPHeaders.Provider?
    ) -> ProviderType {
        ProviderType("ofrep") { settings in
            var options = OFREPOptions(settings)
            settings.addWarning(about: options.risks)
            options.headersProvider = headersProvider
            let mapper = OFREPContextMapper(
                attributes: options.attributes, contexts: options.contexts, rules: settings.mappingRules("mapping"))
            let provider = try OFREPProvider(
                options, name: settings.name, transport: settings.transport(orGiven: transport), mapper: mapper,
                time: settings.host.time)
            // The OFREP specification and OpenFeature's web provider have the same default.
            return settings.persisting(
                provider, by: VariantLookupPolicy.persistenceUntilNetworkSuccess(persistenceTtl: 30 * 86_400))
        }
    }
}

extension OFREPOptions {
    /// Reads the options from a configuration, and reports problems there.
    fileprivate init(_ settings: SettingsReader) {
        self.init(url: settings.requiredString("url", "Server URL before \"/ofrep\"."))
        bearer = settings.optionalSecret("bearer", "Token for \"Authorization: Bearer\".")
        apiKey = settings.optionalSecret("apiKey", "Key for \"X-API-Key\".")
        headers = settings.strings(
            "headers", "Additional header fields for all requests.", example: "{\"Flagd-Selector\": \"flagSetId=shop\"}"
        )
        pollInterval = settings.duration(
            "pollInterval", "Polling interval, or 0 to turn off polling.", default: pollInterval,
            in: .zero ... .seconds(31_536_000))
        events = settings.bool("events", "Reads the server's event streams.", default: events)
        inactivityDelay = settings.duration(
            "inactivityDelay", "Time before event streams close in the background (default: from the server).",
            in: .seconds(1) ... .seconds(31_536_000))
        pausesInBackground = settings.bool(
            "pausesInBackground", "Pauses fetching in the background.", default: pausesInBackground)
        timeout = settings.duration(
            "timeout", "Request timeout.", default: timeout, in: .milliseconds(10) ... .seconds(3600))
        attributes = settings.choice(
            "attributes", "Format of attributes: native types, or text.", default: attributes)
        contexts = settings.choice(
            "contexts", "Other parts of a context: nested objects, or only the primary part.", default: contexts)
        missingFlags = settings.choice(
            "missingFlags", "Meaning of a flag that the server doesn't list.", default: missingFlags)
    }
}
