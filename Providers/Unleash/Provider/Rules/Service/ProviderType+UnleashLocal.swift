// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
import HalyardSupport
import HalyardTransport

extension ProviderType {
    /// `{"type": "unleash-local", "url": "https://flags.example.com/api", "token": {"$env": "UNLEASH_TOKEN"}}`.
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
    /// Reads the options from a configuration; problems are noted there.
    fileprivate init(_ settings: SettingsReader) {
        self.init(
            url: settings.requiredString("url", "The URL of the API: https://flags.example.com/api."),
            token: settings.secret("token", "The client (backend) token."))
        let long = Duration.zero ... .seconds(31_536_000)
        appName = settings.string("appName", "What the app is called in Unleash.", default: appName)
        environment = settings.string("environment", "The environment, in the context.") ?? environment
        instanceId = settings.string("instanceId", "What this instance is called in Unleash.", default: instanceId)
        projects = settings.strings("projects", "The projects whose flags are asked for; without it, all.")
        usesDelta = settings.bool("delta", "Whether only changes are asked for.", default: usesDelta)
        refreshInterval = settings.duration(
            "refreshInterval", "The time from one poll to the next; 0 for none.", default: refreshInterval, in: long)
        pausesInBackground = settings.bool(
            "pausesInBackground", "Whether no rules are asked for in the background.", default: pausesInBackground)
        requestTimeout = settings.duration(
            "requestTimeout", "How long a request may take.", default: requestTimeout,
            in: .milliseconds(10) ... .seconds(3600))
        headers = settings.strings(
            "headers", "Further header fields of all requests.", example: "{\"X-Gateway\": \"blue\"}")
        sessionId = settings.string(
            "sessionId", "The session id of contexts that have neither one nor a user id; without it, dice.")
        sendsMetrics = settings.bool(
            "sendMetrics", "Whether the app registers, and sends metrics.", default: sendsMetrics)
        metricsInterval = settings.duration(
            "metricsInterval", "The time from one metrics report to the next.", default: metricsInterval, in: long)
        impressions = settings.choice("impressions", "Which impressions are reported.", default: impressions)
        storage = EventStorage(settings)
    }
}
