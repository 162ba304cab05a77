// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardNetwork
public import HalyardTransport

extension ProviderModule {
    /// Support for Unleash: the provider types `unleash` and `unleash-local`, their responses' formats for bootstrap files,
    /// and kill switches from an `http` or `https` URL.
    public static let unleash = unleash()

    /// Makes the module with parts that a configuration cannot express.
    ///
    /// - Parameters:
    ///   - transport: What sends the requests of all providers of these types; nil for a separate one in each provider.
    ///   - headersProvider: Fetches header fields before each request.
    ///   - strategies: Strategies of the app's own by name, for `unleash-local`.
    public static func unleash(
        transport: (any HTTPTransport)? = nil, headersProvider: UnleashOptions.HeadersProvider? = nil,
        strategies: [String: UnleashLocalOptions.Strategy] = [:]
    ) -> ProviderModule {
        .network(
            over: transport,
            types: [
                .unleash(transport, headersProvider), .unleashLocal(transport, headersProvider, strategies),
            ], formats: [.unleash, .unleashLocal])
    }
}

extension ProviderType {
    /// `{"type": "unleash", "url": "https://flags.example.com/api/frontend", "clientKey": {"$env": "UNLEASH_KEY"}}`.
    static func unleash(
        _ transport: (any HTTPTransport)?, _ headersProvider: UnleashOptions.HeadersProvider?
    ) -> ProviderType {
        ProviderType("unleash") { settings in
            var options = UnleashOptions(settings)
            settings.addWarning(about: options.risks)
            options.headersProvider = headersProvider
            let mapper = UnleashContextMapper(
                appName: options.appName, environment: options.environment, rules: settings.mappingRules("mapping"))
            let folder = settings.path(
                "sessionFolder", "Where the session id is stored; without it, the app's own folder.")
            let host = settings.host
            let store = host.store(in: folder)
            let storesSession = settings.bool(
                "storeSession", "Whether the session id outlives the process.", default: true)
            return try UnleashProvider(
                options, name: settings.name, transport: settings.transport(orGiven: transport), mapper: mapper,
                store: storesSession ? store : InMemoryFlagStore(),
                eventStore: store, time: host.time, random: SystemRandom(), listener: UnleashListener())
        }
    }
}

extension UnleashOptions {
    /// Reads the options from a configuration; problems are noted there.
    fileprivate init(_ settings: SettingsReader) {
        self.init(
            url: settings.requiredString("url", "The URL of the Frontend API, or of Edge."),
            clientKey: settings.secret("clientKey", "The frontend token, or Edge's."))
        let long = Duration.zero ... .seconds(31_536_000)
        headerName = settings.string("headerName", "The header field that carries the token.", default: headerName)
        appName = settings.string("appName", "What the app is called in Unleash.", default: appName)
        environment = settings.string("environment", "The environment, in the context.") ?? environment
        instanceId = settings.string("instanceId", "What this instance is called in metrics.", default: instanceId)
        refreshInterval = settings.duration(
            "refreshInterval", "The time from one poll to the next; 0 for none.", default: refreshInterval, in: long)
        pausesInBackground = settings.bool(
            "pausesInBackground", "Whether no flags are asked for in the background.", default: pausesInBackground)
        fetchMethod = settings.choice(
            "fetchMethod", "How the context travels: in the URL, or in the body of a POST.", default: fetchMethod)
        freshFor = settings.duration(
            "freshFor", "How long flags count as fresh, so that a start asks for none.", default: freshFor, in: long)
        requestTimeout = settings.duration(
            "requestTimeout", "How long a request may take.", default: requestTimeout,
            in: .milliseconds(10) ... .seconds(3600))
        missingFlags = settings.choice(
            "missingFlags", "What a flag means that Unleash does not list.", default: missingFlags)
        headers = settings.strings(
            "headers", "Further header fields of all requests.", example: "{\"X-Gateway\": \"blue\"}")
        flavor = settings.object("flavor", "The library around this one.").map { flavor in
            Flavor(
                name: flavor.requiredString("name", "The name of that library."),
                version: flavor.requiredString("version", "Its version."))
        }
        sessionId = settings.string("sessionId", "The session id, if the app has one.")
        sendsMetrics = settings.bool("sendMetrics", "Whether metrics are sent.", default: sendsMetrics)
        metricsInterval = settings.duration(
            "metricsInterval", "The time from one metrics report to the next.", default: metricsInterval, in: long)
        metricsIntervalInitial = settings.duration(
            "metricsIntervalInitial", "The time until the first one.", default: metricsIntervalInitial, in: long)
        metricsUrl = settings.string("metricsUrl", "Where metrics are sent; without it, beside the flags.")
        impressions = settings.choice("impressions", "Which impressions are reported.", default: impressions)
        storage = EventStorage(settings)
    }
}
