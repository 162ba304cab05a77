// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

extension LaunchDarklyOptions {
    /// Reads the options of a configuration; what is wrong is noted there.
    init(_ settings: Settings) {
        self.init(mobileKey: settings.secret("mobileKey"))
        let long = Duration.milliseconds(1) ... .seconds(31_557_600)
        endpoints.polling = settings.string("baseUrl", default: endpoints.polling)
        endpoints.streaming = settings.string("streamUrl", default: endpoints.streaming)
        endpoints.events = settings.string("eventsUrl", default: endpoints.events)
        streamingMode = settings.choice("streamingMode", default: streamingMode)
        pollingInterval = settings.duration("flagPollingInterval", default: pollingInterval, in: long)
        backgroundPollingInterval = settings.duration(
            "backgroundFlagPollingInterval", default: backgroundPollingInterval, in: long)
        pollsAtStart = settings.bool("pollAtStart", default: pollsAtStart)
        updatesInBackground = settings.bool("enableBackgroundUpdates", default: updatesInBackground)
        streamsInBackground = settings.bool("streamInBackground", default: streamsInBackground)
        usesReport = settings.bool("useReport", default: usesReport)
        withReasons = settings.bool("evaluationReasons", default: withReasons)
        retriesWhenRefused = settings.bool("retryWhenRefused", default: retriesWhenRefused)
        initialReconnectDelay = settings.duration(
            "initialReconnectDelay", default: initialReconnectDelay, in: .milliseconds(1) ... .seconds(30))
        maxCachedUsers = settings.int("maxCachedUsers", default: maxCachedUsers, in: -1...1_000_000)
        era = settings.choice("era", default: era)
        addsEnvironmentAttributes = settings.bool("autoEnvAttributes", default: addsEnvironmentAttributes)
        secureModeHash = settings.string("secureModeHash")
        application = LaunchDarklyApplication(settings)
        additionalHeaders = settings.texts("additionalHeaders", example: "{\"X-Gateway\": \"blue\"}")
        sendsEvents = settings.bool("sendEvents", default: sendsEvents)
        events = LaunchDarklyEventOptions(settings)
        let shortest = LaunchDarklyEventOptions.minimumDiagnosticInterval
        if let given = settings.duration("diagnosticRecordingInterval", in: long), given < shortest {
            notes.append(Self.lengthened("diagnosticRecordingInterval", given, to: shortest))
        }
    }
}

extension LaunchDarklyApplication {
    /// Reads `application`, `wrapperName` and `wrapperVersion`.
    fileprivate init(_ settings: Settings) {
        self.init()
        wrapperName = settings.string("wrapperName")
        wrapperVersion = settings.string("wrapperVersion")
        guard let application = settings.object("application") else { return }
        id = application.string("id")
        name = application.string("name")
        version = application.string("version")
        versionName = application.string("versionName")
    }
}
