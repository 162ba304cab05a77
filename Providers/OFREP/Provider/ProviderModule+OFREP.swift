// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardNetwork
public import HalyardTransport

extension ProviderModule {
    /// Support for servers that speak OpenFeature's remote evaluation protocol: the provider type `ofrep`, their answers'
    /// format for bootstrap files, and kill switches from an `http` or `https` URL.
    public static let ofrep = ofrep()

    /// Makes the module with parts that a configuration cannot express.
    ///
    /// - Parameters:
    ///   - transport: What sends the requests of all providers of this type; nil for a separate one in each provider.
    ///   - headersProvider: Makes header fields before each request.
    public static func ofrep(
        transport: (any HTTPTransport)? = nil, headersProvider: HTTPHeaders.Provider? = nil
    ) -> ProviderModule {
        .network(over: transport, types: [.ofrep(transport, headersProvider)], formats: [.ofrep])
    }
}

extension ProviderType {
    /// `{"type": "ofrep", "url": "https://flags.example.com", "bearer": {"$env": "OFREP_TOKEN"}}`.
    ///
    /// Flags are stored, and served at once for up to 30 days, unless the object's member `persistence` says otherwise.
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
            // The OFREP specification and OpenFeature's own web provider have the same default.
            return settings.persisting(
                provider, by: VariantLookupPolicy.persistenceUntilNetworkSuccess(persistenceTtl: 30 * 86_400))
        }
    }
}

extension OFREPOptions {
    /// Reads the options from a configuration; problems are noted there.
    fileprivate init(_ settings: SettingsReader) {
        self.init(url: settings.requiredString("url", "The URL before \"/ofrep\"."))
        bearer = settings.optionalSecret("bearer", "The token, for \"Authorization: Bearer\".")
        apiKey = settings.optionalSecret("apiKey", "The key, for \"X-API-Key\".")
        headers = settings.strings(
            "headers", "Further header fields of all requests.", example: "{\"Flagd-Selector\": \"flagSetId=shop\"}")
        pollInterval = settings.duration(
            "pollInterval", "The time from one poll to the next; 0 for none.", default: pollInterval,
            in: .zero ... .seconds(31_536_000))
        events = settings.bool("events", "Whether the server's event streams are read.", default: events)
        inactivityDelay = settings.duration(
            "inactivityDelay", "How long event streams stay open in the background; without it, the server decides.",
            in: .seconds(1) ... .seconds(31_536_000))
        pausesInBackground = settings.bool(
            "pausesInBackground", "Whether no flags are asked for in the background.", default: pausesInBackground)
        timeout = settings.duration(
            "timeout", "How long an answer may take.", default: timeout, in: .milliseconds(10) ... .seconds(3600))
        attributes = settings.choice(
            "attributes", "The form of attributes: with their types, or as text.", default: attributes)
        contexts = settings.choice(
            "contexts", "What becomes of parts beside the primary one: nested objects, or nothing.", default: contexts)
        missingFlags = settings.choice("missingFlags", "What a flag means that is not listed.", default: missingFlags)
    }
}
