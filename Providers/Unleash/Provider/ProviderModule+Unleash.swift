// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardNetwork
public import HalyardTransport

extension ProviderModule {
    /// Support for Unleash.
    ///
    /// It adds the provider types `unleash` and `unleash-local`, the formats of their responses for bootstrap files, and kill
    /// switches from an `http` or `https` URL.
    public static let unleash = unleash()

    /// Creates the module with parts that a configuration can't express.
    ///
    /// - Parameters:
    ///   - transport: The transport for all providers of these types, or `nil` for a separate one in each provider.
    ///   - headersProvider: A closure that fetches header fields before each request.
    ///   - strategies: The app's custom strategies for `unleash-local`, by name.
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
    /// The provider type `unleash`.
    ///
    /// ```json
    /// {"type": "unleash", "url": "https://flags.example.com/api/frontend", "clientKey": {"$env": "UNLEASH_FRONTEND_TOKEN"}}
    /// ```
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
                "sessionFolder", "Folder for the session ID and unsent metrics (default: the app's own folder).")
            let host = settings.host
            let store = host.store(in: folder)
            let storesSession = settings.bool(
                "storeSession", "Stores the session ID across launches.", default: true)
            return try UnleashProvider(
                options, name: settings.name, transport: settings.transport(orGiven: transport), mapper: mapper,
                store: storesSession ? store : InMemoryFlagStore(),
                eventStore: store, time: host.time, random: SystemRandom(), listener: UnleashListener())
        }
    }
}

extension UnleashOptions {
    /// Reads the options from a configuration, and records problems there.
    fileprivate init(_ settings: SettingsReader) {
        self.init(
            url: settings.requiredString("url", "URL of the Frontend API, or of Unleash Edge."),
            clientKey: settings.secret("clientKey", "Frontend token, or Unleash Edge token."))
        let long = Duration.zero ... .seconds(31_536_000)
        headerName = settings.string("headerName", "Header field that contains the token.", default: headerName)
        appName = settings.string("appName", "Name of the app in Unleash.", default: appName)
        environment = settings.string("environment", "Environment in the context.") ?? environment
        instanceId = settings.string("instanceId", "Name of this instance in metrics.", default: instanceId)
        refreshInterval = settings.duration(
            "refreshInterval", "Time between polls, or 0 for no polling.", default: refreshInterval, in: long)
        pausesInBackground = settings.bool(
            "pausesInBackground", "Pauses polling in the background.", default: pausesInBackground)
        fetchMethod = settings.choice(
            "fetchMethod", "Method for sending the context: in the URL, or in a POST body.", default: fetchMethod)
        freshFor = settings.duration(
            "freshFor", "Maximum age of stored flags that need no request at the start.", default: freshFor, in: long)
        requestTimeout = settings.duration(
            "requestTimeout", "Request timeout.", default: requestTimeout,
            in: .milliseconds(10) ... .seconds(3600))
        missingFlags = settings.choice(
            "missingFlags", "Meaning of a flag that Unleash doesn't list.", default: missingFlags)
        headers = settings.strings(
            "headers", "Additional header fields for all requests.", example: "{\"X-Gateway\": \"blue\"}")
        flavor = settings.object("flavor", "Library that wraps this provider.").map { flavor in
            Flavor(
                name: flavor.requiredString("name", "Name of the library."),
                version: flavor.requiredString("version", "Version of the library."))
        }
        sessionId = settings.string("sessionId", "Session ID, if the app has one.")
        sendsMetrics = settings.bool("sendMetrics", "Sends metrics.", default: sendsMetrics)
        metricsInterval = settings.duration(
            "metricsInterval", "Time between metrics reports.", default: metricsInterval, in: long)
        metricsIntervalInitial = settings.duration(
            "metricsIntervalInitial", "Time until the first metrics report.", default: metricsIntervalInitial, in: long)
        metricsUrl = settings.string("metricsUrl", "URL for metrics (default: client/metrics below the URL).")
        impressions = settings.choice("impressions", "Impressions to report.", default: impressions)
        storage = EventStorageOptions(settings)
    }
}
