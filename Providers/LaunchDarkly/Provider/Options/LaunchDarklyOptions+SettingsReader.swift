// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

extension LaunchDarklyOptions {
    /// Reads the options from a configuration and records problems in the reader.
    init(_ settings: SettingsReader) {
        self.init(mobileKey: settings.secret("mobileKey", "Mobile key of the environment."))
        let long = Duration.milliseconds(1) ... .seconds(31_557_600)
        endpoints = LaunchDarklyEndpoints(settings, defaults: endpoints)
        streamingMode = settings.choice(
            "streamingMode", "Method of keeping flags up to date in the foreground.", default: streamingMode)
        pollingInterval = settings.duration(
            "flagPollingInterval", "Time between polls in the foreground.", default: pollingInterval, in: long)
        backgroundPollingInterval = settings.duration(
            "backgroundFlagPollingInterval", "Time between polls in the background.",
            default: backgroundPollingInterval,
            in: long)
        pollsAtStart = settings.bool(
            "pollAtStart", "Fetches flags at the start even if stored flags are younger than the polling interval.",
            default: pollsAtStart)
        updatesInBackground = settings.bool(
            "enableBackgroundUpdates", "Keeps flags up to date in the background.",
            default: updatesInBackground)
        streamsInBackground = settings.bool(
            "streamInBackground", "Uses a stream in the background instead of polling.", default: streamsInBackground)
        usesReport = settings.bool(
            "useReport", "Sends contexts in the body of a REPORT request instead of the URL.", default: usesReport)
        withReasons = settings.bool(
            "evaluationReasons", "Requests the reason for each flag's value.", default: withReasons)
        retriesWhenRefused = settings.bool(
            "retryWhenRefused", "Retries later if the service rejects the mobile key.", default: retriesWhenRefused)
        initialReconnectDelay = settings.duration(
            "initialReconnectDelay", "Delay before reconnecting a lost stream. Each failure doubles it.",
            default: initialReconnectDelay, in: .milliseconds(1) ... .seconds(30))
        maxCachedUsers = settings.int(
            "maxCachedUsers", "Maximum number of contexts whose flags are stored (-1: no limit, 0: none).",
            default: maxCachedUsers, in: -1...1_000_000)
        contextModel = settings.choice(
            "contextModel", "Context model of requests: contexts or users.", default: contextModel)
        addsEnvironmentAttributes = settings.bool(
            "autoEnvAttributes", "Adds information about the app and the device to contexts.",
            default: addsEnvironmentAttributes)
        secureModeHash = settings.string(
            "secureModeHash", "Secure mode hash of the context, created by the app's server.")
        application = LaunchDarklyApplication(settings)
        additionalHeaders = settings.strings(
            "additionalHeaders", "Additional header fields for all requests.", example: "{\"X-Gateway\": \"blue\"}")
        sendsEvents = settings.bool("sendEvents", "Sends events.", default: sendsEvents)
        events = LaunchDarklyEventOptions(settings)
        notes += Self.notes(on: settings)
    }

    /// Returns diagnostics about settings that the events' options change.
    fileprivate static func notes(on settings: SettingsReader) -> [Diagnostic] {
        let option = "diagnosticRecordingInterval"
        let shortest = LaunchDarklyEventOptions.minimumDiagnosticInterval
        let given = settings.duration(option, in: .milliseconds(1) ... .seconds(31_557_600))
        guard let given, given < shortest else { return [] }
        return [lengthened(option, given, to: shortest)]
    }
}

extension LaunchDarklyApplication {
    /// Reads `application`, `wrapperName`, and `wrapperVersion`.
    ///
    /// - Parameters:
    ///   - settings: The settings.
    ///   - hasNames: A Boolean value that indicates whether requests contain the app's names.
    fileprivate init(_ settings: SettingsReader, hasNames: Bool = true) {
        self.init()
        wrapperName = settings.string("wrapperName", "Name of the library that wraps Halyard.")
        wrapperVersion = settings.string("wrapperVersion", "Version of the library that wraps Halyard.")
        guard let application = settings.object("application", "Information about the app.") else { return }
        id = application.string("id", "Identifier of the app.")
        version = application.string("version", "Version of the app, for machines.")
        if !hasNames { return }
        name = application.string("name", "Name of the app.")
        versionName = application.string("versionName", "Version of the app, for people.")
    }
}

extension LaunchDarklyEndpoints {
    /// Reads `baseUrl`, `streamUrl`, and `eventsUrl`.
    fileprivate init(_ settings: SettingsReader, defaults: LaunchDarklyEndpoints) {
        self.init(
            polling: settings.string("baseUrl", "URL of the polling service.", default: defaults.polling),
            streaming: settings.string("streamUrl", "URL of the streaming service.", default: defaults.streaming),
            events: settings.string("eventsUrl", "URL of the events service.", default: defaults.events))
    }
}

extension LaunchDarklyLocalOptions {
    /// Reads the options from a configuration and records problems in the reader.
    init(_ settings: SettingsReader) {
        self.init(sdkKey: settings.secret("sdkKey", "Server-side SDK key of the environment."))
        endpoints = LaunchDarklyEndpoints(settings, defaults: endpoints)
        streamingMode = settings.choice(
            "streamingMode", "Method of keeping rules up to date.", default: streamingMode)
        pollingInterval = settings.duration(
            "flagPollingInterval", "Time between polls.", default: pollingInterval,
            in: .milliseconds(1) ... .seconds(31_557_600))
        filter = settings.string("filter", "Key of the payload filter (default: all flags).")
        initialReconnectDelay = settings.duration(
            "initialReconnectDelay", "Delay before reconnecting a lost stream. Each failure doubles it.",
            default: initialReconnectDelay, in: .milliseconds(1) ... .seconds(30))
        application = LaunchDarklyApplication(settings, hasNames: false)
        additionalHeaders = settings.strings(
            "additionalHeaders", "Additional header fields for all requests.", example: "{\"X-Gateway\": \"blue\"}")
        sendsEvents = settings.bool("sendEvents", "Sends events.", default: sendsEvents)
        events = LaunchDarklyEventOptions(settings, defaults: events)
        notes = LaunchDarklyOptions.notes(on: settings)
    }
}
