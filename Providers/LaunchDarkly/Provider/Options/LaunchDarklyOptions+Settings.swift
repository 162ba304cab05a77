// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

extension LaunchDarklyOptions {
    /// Reads the options from a configuration; problems are noted there.
    init(_ settings: Settings) {
        self.init(mobileKey: settings.secret("mobileKey"))
        settings.describe([
            "mobileKey": "The mobile key of the environment.",
            "baseUrl": "Where polls go.",
            "streamUrl": "Where the stream is.",
            "eventsUrl": "Where events go.",
            "streamingMode": "How flags are kept up to date in the foreground.",
            "flagPollingInterval": "The time from one poll to the next.",
            "backgroundFlagPollingInterval": "The same in the background.",
            "pollAtStart": "Whether flags are asked for once before the stream is open.",
            "enableBackgroundUpdates": "Whether flags are kept up to date in the background.",
            "streamInBackground": "Whether that is done by a stream.",
            "useReport": "Whether contexts travel in the body of a REPORT and not in the URL.",
            "evaluationReasons": "Whether the service is asked why flags have their values.",
            "retryWhenRefused": "Whether a refused key is tried again later.",
            "initialReconnectDelay": "How long to wait before a lost stream is opened again; then ever longer.",
            "maxCachedUsers": "How many contexts' flags are kept on the device; -1 for all, 0 for none.",
            "era": "What a neutral context is sent as: a context, or a user.",
            "autoEnvAttributes": "Whether contexts also say which app and which device it is.",
            "secureModeHash": "What proves to the service that the context was not made up.",
            "application": "Which app it is.",
            "additionalHeaders": "Further header fields of all requests.",
            "sendEvents": "Whether events are sent at all.",
            "wrapperName": "The library around this one.",
            "wrapperVersion": "Its version.",
        ])
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
        application.describe([
            "id": "What identifies the app.",
            "name": "What the app is called.",
            "version": "The app's version, for machines.",
            "versionName": "The app's version, for people.",
        ])
        id = application.string("id")
        name = application.string("name")
        version = application.string("version")
        versionName = application.string("versionName")
    }
}
