// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import HalyardLDClient

/// A test's configuration of a client.
struct ClientParameters: Decodable {
    var configuration: Configuration

    struct Configuration: Decodable {
        var credential: String
        var startWaitTimeMs: Int?
        var initCanFail: Bool?
        var serviceEndpoints: Endpoints?
        var streaming: Streaming?
        var polling: Polling?
        var events: Events?
        var tags: Tags?
        var clientSide: ClientSide
    }

    struct Endpoints: Decodable {
        var streaming: String?
        var polling: String?
        var events: String?
    }

    struct Streaming: Decodable {
        var baseUri: String?
        var initialRetryDelayMs: Int?
        var filter: String?
    }

    struct Polling: Decodable {
        var baseUri: String?
        var pollIntervalMs: Double?
        var filter: String?
    }

    struct Events: Decodable {
        var baseUri: String?
        var capacity: Int?
        var enableDiagnostics: Bool?
        var allAttributesPrivate: Bool?
        var globalPrivateAttributes: [String]?
        var flushIntervalMs: Double?
        var inlineUsers: Bool?
        var omitAnonymousContexts: Bool?
        var enableGzip: Bool?
    }

    struct Tags: Decodable {
        var applicationId: String?
        var applicationVersion: String?
    }

    struct ClientSide: Decodable {
        var initialUser: UserParameters
        var autoAliasingOptOut: Bool?
        var evaluationReasons: Bool?
        var useReport: Bool?
    }
}

extension ClientParameters.Configuration {
    /// The parameters as a configuration of `LDClient`.
    ///
    /// No flags are stored on the device, so that no test receives another test's flags.
    var config: LDConfig {
        get throws(Refusal) {
            var config = LDConfig(mobileKey: credential)
            config.maxCachedUsers = 0
            if let url = try url(polling?.baseUri ?? serviceEndpoints?.polling) { config.baseUrl = url }
            if let url = try url(streaming?.baseUri ?? serviceEndpoints?.streaming) { config.streamUrl = url }
            if let url = try url(events?.baseUri ?? serviceEndpoints?.events) { config.eventsUrl = url }
            if let interval = polling?.pollIntervalMs {
                config.flagPollingInterval = interval / 1000
                config.backgroundFlagPollingInterval = interval / 1000
            }
            if streaming == nil, polling != nil { config.streamingMode = .polling }
            config.useReport = clientSide.useReport ?? false
            config.evaluationReasons = clientSide.evaluationReasons ?? false
            config.autoAliasingOptOut = clientSide.autoAliasingOptOut ?? false
            setEvents(&config)
            return config
        }
    }

    private func setEvents(_ config: inout LDConfig) {
        config.sendEvents = events != nil
        config.diagnosticOptOut = events?.enableDiagnostics != true
        if let capacity = events?.capacity { config.eventCapacity = capacity }
        if let interval = events?.flushIntervalMs { config.eventFlushInterval = interval / 1000 }
        config.allUserAttributesPrivate = events?.allAttributesPrivate ?? false
        config.privateUserAttributes = events?.globalPrivateAttributes
        config.inlineUserInEvents = events?.inlineUsers ?? false
        if let tags {
            var info = ApplicationInfo()
            if let id = tags.applicationId { info.applicationIdentifier(id) }
            if let version = tags.applicationVersion { info.applicationVersion(version) }
            config.applicationInfo = info
        }
    }

    private func url(_ text: String?) throws(Refusal) -> URL? {
        guard let text, !text.isEmpty else { return nil }
        guard let url = URL(string: text) else { throw .undecodable("Invalid URL \"\(text)\".") }
        return url
    }
}
