// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

extension LaunchDarklyOptions {
    /// Reads the options from a configuration; problems are noted there.
    init(_ settings: SettingsReader) {
        self.init(mobileKey: settings.secret("mobileKey", "The mobile key of the environment."))
        let long = Duration.milliseconds(1) ... .seconds(31_557_600)
        endpoints.polling = settings.string("baseUrl", "Where polls go.", default: endpoints.polling)
        endpoints.streaming = settings.string("streamUrl", "Where the stream is.", default: endpoints.streaming)
        endpoints.events = settings.string("eventsUrl", "Where events go.", default: endpoints.events)
        streamingMode = settings.choice(
            "streamingMode", "How flags are kept up to date in the foreground.", default: streamingMode)
        pollingInterval = settings.duration(
            "flagPollingInterval", "The time from one poll to the next.", default: pollingInterval, in: long)
        backgroundPollingInterval = settings.duration(
            "backgroundFlagPollingInterval", "The same in the background.", default: backgroundPollingInterval, in: long
        )
        pollsAtStart = settings.bool(
            "pollAtStart", "Whether stored flags younger than the polling interval are fetched again at the start.",
            default: pollsAtStart)
        updatesInBackground = settings.bool(
            "enableBackgroundUpdates", "Whether flags are kept up to date in the background.",
            default: updatesInBackground)
        streamsInBackground = settings.bool(
            "streamInBackground", "Whether that is done by a stream.", default: streamsInBackground)
        usesReport = settings.bool(
            "useReport", "Whether contexts travel in the body of a REPORT and not in the URL.", default: usesReport)
        withReasons = settings.bool(
            "evaluationReasons", "Whether the service is asked why flags have their values.", default: withReasons)
        retriesWhenRefused = settings.bool(
            "retryWhenRefused", "Whether a refused key is tried again later.", default: retriesWhenRefused)
        initialReconnectDelay = settings.duration(
            "initialReconnectDelay", "How long to wait before a lost stream is opened again; then ever longer.",
            default: initialReconnectDelay, in: .milliseconds(1) ... .seconds(30))
        maxCachedUsers = settings.int(
            "maxCachedUsers", "How many contexts' flags are kept on the device; -1 for all, 0 for none.",
            default: maxCachedUsers, in: -1...1_000_000)
        contextModel = settings.choice("contextModel", "What a neutral context is sent as: a context, or a user.", default: contextModel)
        addsEnvironmentAttributes = settings.bool(
            "autoEnvAttributes", "Whether contexts also say which app and which device it is.",
            default: addsEnvironmentAttributes)
        secureModeHash = settings.string(
            "secureModeHash", "What proves to the service that the context was not made up.")
        application = LaunchDarklyApplication(settings)
        additionalHeaders = settings.strings(
            "additionalHeaders", "Further header fields of all requests.", example: "{\"X-Gateway\": \"blue\"}")
        sendsEvents = settings.bool("sendEvents", "Whether events are sent at all.", default: sendsEvents)
        events = LaunchDarklyEventOptions(settings)
        let shortest = LaunchDarklyEventOptions.minimumDiagnosticInterval
        if let given = settings.duration("diagnosticRecordingInterval", in: long), given < shortest {
            notes.append(Self.lengthened("diagnosticRecordingInterval", given, to: shortest))
        }
    }
}

extension LaunchDarklyApplication {
    /// Reads `application`, `wrapperName` and `wrapperVersion`.
    fileprivate init(_ settings: SettingsReader) {
        self.init()
        wrapperName = settings.string("wrapperName", "The library around this one.")
        wrapperVersion = settings.string("wrapperVersion", "Its version.")
        guard let application = settings.object("application", "Which app it is.") else { return }
        id = application.string("id", "What identifies the app.")
        name = application.string("name", "What the app is called.")
        version = application.string("version", "The app's version, for machines.")
        versionName = application.string("versionName", "The app's version, for people.")
    }
}
