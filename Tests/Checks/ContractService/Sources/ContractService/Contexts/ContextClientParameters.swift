// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLaunchDarkly
import HalyardNetwork
import HalyardTransport

/// A test's configuration of a client.
struct ContextClientParameters: Decodable {
    var configuration: Configuration

    struct Configuration: Decodable {
        var credential: String
        var startWaitTimeMs: Int?
        var initCanFail: Bool?
        var serviceEndpoints: ClientParameters.Endpoints?
        var streaming: ClientParameters.Streaming?
        var polling: ClientParameters.Polling?
        var events: ClientParameters.Events?
        var tags: ClientParameters.Tags?
        var wrapper: Wrapper?
        var hooks: Hooks?
        var tls: TLS?
        var proxy: Proxy?
        var clientSide: ClientSide
    }

    struct Wrapper: Decodable {
        var name: String?
        var version: String?
    }

    struct Hooks: Decodable {
        var hooks: [CallbackHook.Parameters]
    }

    struct TLS: Decodable {
        var skipVerifyPeer: Bool?
        var customCAFile: String?
    }

    struct Proxy: Decodable {
        var httpProxy: String?
    }

    struct ClientSide: Decodable {
        var initialContext: FlagValue?
        var initialUser: FlagValue?
        var evaluationReasons: Bool?
        var useReport: Bool?
        var includeEnvironmentAttributes: Bool?
        var hash: String?
    }
}

extension ContextClientParameters.ClientSide {
    var context: LaunchDarklyContext {
        get throws(Refusal) { try LaunchDarklyContext(initialContext, orUser: initialUser) }
    }
}

extension LaunchDarklyContext {
    /// Creates a context from a test's context or old user.
    init(_ context: FlagValue?, orUser user: FlagValue?) throws(Refusal) {
        guard let json = context ?? user, !json.isNull else { throw .undecodable("The context is missing.") }
        do throws(LaunchDarklyContextError) {
            try self.init(json: json)
        } catch {
            throw .undecodable("\(error)")
        }
    }
}

extension ContextClientParameters.Configuration {
    /// A year in milliseconds, which limits longer intervals.
    private static let longest = 31_536_000_000.0

    /// Returns the parameters as a provider's options.
    func options() -> LaunchDarklyOptions {
        var options = LaunchDarklyOptions(mobileKey: Secret(credential))
        if let url = address(polling?.baseUri, serviceEndpoints?.polling) { options.endpoints.polling = url }
        if let url = address(streaming?.baseUri, serviceEndpoints?.streaming) { options.endpoints.streaming = url }
        if let url = address(events?.baseUri, serviceEndpoints?.events) { options.endpoints.events = url }
        if let interval = polling?.pollIntervalMs {
            options.pollingInterval = .milliseconds(Int(min(interval, Self.longest)))
            options.backgroundPollingInterval = options.pollingInterval
        }
        if let delay = streaming?.initialRetryDelayMs { options.initialReconnectDelay = .milliseconds(max(delay, 1)) }
        if streaming == nil, polling != nil { options.streamingMode = .polling }
        // Tests expect a request soon, even if flags are stored.
        options.pollsAtStart = true
        options.usesReport = clientSide.useReport ?? false
        options.withReasons = clientSide.evaluationReasons ?? false
        options.addsEnvironmentAttributes = clientSide.includeEnvironmentAttributes ?? false
        options.secureModeHash = clientSide.hash
        options.application.id = tags?.applicationId
        options.application.version = tags?.applicationVersion
        options.application.wrapperName = wrapper?.name
        options.application.wrapperVersion = wrapper?.version
        setEvents(&options)
        return options
    }

    /// Returns the transport for a test's client.
    func transport() throws(Refusal) -> any HTTPTransport {
        var options = NetworkOptions()
        do throws(NetworkOptionsError) {
            if let url = proxy?.httpProxy, !url.isEmpty { options.proxy = .server(try ProxyServer(url)) }
            options.certificateAuthorities = tls?.customCAFile.map(PEM.file)
            options.verifiesPeer = tls?.skipVerifyPeer != true
            options.allowsUnverifiedPeersInRelease = true
            return try PlatformTransport.make(options)
        } catch {
            throw .failed("\(error)")
        }
    }

    private func setEvents(_ options: inout LaunchDarklyOptions) {
        options.sendsEvents = events != nil
        options.events.sendsDiagnostics = events?.enableDiagnostics == true
        if let capacity = events?.capacity { options.events.capacity = capacity }
        if let interval = events?.flushIntervalMs {
            options.events.flushInterval = .milliseconds(Int(min(interval, Self.longest)))
        }
        options.events.allAttributesPrivate = events?.allAttributesPrivate ?? false
        options.events.privateAttributes = Set(events?.globalPrivateAttributes ?? [])
        options.events.isCompressed = events?.enableGzip ?? false
        options.events.omitsAnonymousContexts = events?.omitAnonymousContexts ?? false
    }

    private func address(_ own: String?, _ common: String?) -> String? {
        [own, common].compactMap(\.self).first { !$0.isEmpty }
    }
}
