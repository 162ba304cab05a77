// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
import HalyardSupport
import HalyardTransport

extension ProviderType {
    /// The provider type `unleash-local`.
    ///
    /// `{"type": "unleash-local", "url": "https://flags.example.com/api", "token": {"$env": "UNLEASH_BACKEND_TOKEN"}}`.
    static func unleashLocal(
        _ transport: (any HTTPTransport)?, _ headersProvider: UnleashOptions.HeadersProvider?,
        _ strategies: [String: UnleashLocalOptions.Strategy]
    ) -> ProviderType {
        ProviderType("unleash-local") { settings in
            var options = UnleashLocalOptions(settings)
            settings.addWarning(about: options.risks)
            (options.headersProvider, options.strategies) = (headersProvider, strategies)
            let mapper = UnleashContextMapper(
                appName: options.appName, environment: options.environment, rules: settings.mappingRules("mapping"))
            let host = settings.host
            return try UnleashLocalProvider(
                options, name: settings.name, transport: settings.transport(orGiven: transport), mapper: mapper,
                eventStore: host.store(in: nil), time: host.time, random: SystemRandom(), hostName: Platform.hostName)
        }
    }
}

extension UnleashLocalOptions {
    /// Reads the options from a configuration, and records problems there.
    fileprivate init(_ settings: SettingsReader) {
        self.init(
            url: settings.requiredString("url", "URL of the API, such as https://flags.example.com/api."),
            token: settings.secret("token", "Client (backend) token."))
        let long = Duration.zero ... .seconds(31_536_000)
        appName = settings.string("appName", "Name of the app in Unleash.", default: appName)
        environment = settings.string("environment", "Environment in the context.") ?? environment
        instanceId = settings.string("instanceId", "Name of this instance in Unleash.", default: instanceId)
        projects = settings.strings("projects", "Projects whose flags are requested (default: all).")
        usesDelta = settings.bool("delta", "Requests only changes.", default: usesDelta)
        refreshInterval = settings.duration(
            "refreshInterval", "Time between polls, or 0 for no polling.", default: refreshInterval, in: long)
        pausesInBackground = settings.bool(
            "pausesInBackground", "Pauses polling in the background.", default: pausesInBackground)
        requestTimeout = settings.duration(
            "requestTimeout", "Request timeout.", default: requestTimeout,
            in: .milliseconds(10) ... .seconds(3600))
        headers = settings.strings(
            "headers", "Additional header fields for all requests.", example: "{\"X-Gateway\": \"blue\"}")
        sessionId = settings.string(
            "sessionId", "Session ID for contexts without a session ID or user ID (default: a random value).")
        sendsMetrics = settings.bool(
            "sendMetrics", "Registers the app, and sends metrics.", default: sendsMetrics)
        metricsInterval = settings.duration(
            "metricsInterval", "Time between metrics reports.", default: metricsInterval, in: long)
        impressions = settings.choice("impressions", "Impressions to report.", default: impressions)
        storage = EventStorageOptions(settings)
    }
}
