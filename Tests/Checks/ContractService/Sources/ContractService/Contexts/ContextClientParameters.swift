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
        var clientSide: ClientSide?
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

/// A context or an old user in a test's command.
struct ContextParameters: Decodable {
    var context: FlagValue?
    var user: FlagValue?

    var launchDarklyContext: LaunchDarklyContext {
        get throws(Refusal) { try LaunchDarklyContext(context, orUser: user) }
    }

    var evaluationContext: EvaluationContext {
        get throws(Refusal) { try launchDarklyContext.context }
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

    /// Returns the parameters as the options of a client's provider.
    func options(_ clientSide: ContextClientParameters.ClientSide) -> LaunchDarklyOptions {
        var options = LaunchDarklyOptions(mobileKey: Secret(credential))
        setEndpoints(&options.endpoints)
        if let pollingInterval {
            options.pollingInterval = pollingInterval
            options.backgroundPollingInterval = pollingInterval
        }
        if let initialReconnectDelay { options.initialReconnectDelay = initialReconnectDelay }
        if isPolling { options.streamingMode = .polling }
        // Tests expect a request soon, even if flags are stored.
        options.pollsAtStart = true
        options.usesReport = clientSide.useReport ?? false
        options.withReasons = clientSide.evaluationReasons ?? false
        options.addsEnvironmentAttributes = clientSide.includeEnvironmentAttributes ?? false
        options.secureModeHash = clientSide.hash
        setApplication(&options.application)
        options.sendsEvents = events != nil
        setEvents(&options.events)
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
}

// MARK: - Options of all clients

extension ContextClientParameters.Configuration {
    /// A Boolean value that indicates whether the test accepts a client that receives no flags in time.
    ///
    /// The suite's cases of rejected certificates expect a client, but don't set `initCanFail`.
    var canFail: Bool {
        let url = streaming?.baseUri ?? polling?.baseUri ?? ""
        return initCanFail == true || url.hasPrefix("https:") && tls == nil
    }

    var isPolling: Bool { streaming == nil && polling != nil }

    var pollingInterval: Duration? { polling?.pollIntervalMs.map(Self.duration) }

    var initialReconnectDelay: Duration? { streaming?.initialRetryDelayMs.map { .milliseconds(max($0, 1)) } }

    func setEndpoints(_ endpoints: inout LaunchDarklyEndpoints) {
        if let url = address(polling?.baseUri, serviceEndpoints?.polling) { endpoints.polling = url }
        if let url = address(streaming?.baseUri, serviceEndpoints?.streaming) { endpoints.streaming = url }
        if let url = address(events?.baseUri, serviceEndpoints?.events) { endpoints.events = url }
    }

    func setApplication(_ application: inout LaunchDarklyApplication) {
        application.id = tags?.applicationId
        application.version = tags?.applicationVersion
        application.wrapperName = wrapper?.name
        application.wrapperVersion = wrapper?.version
    }

    func setEvents(_ options: inout LaunchDarklyEventOptions) {
        options.sendsDiagnostics = events?.enableDiagnostics == true
        if let capacity = events?.capacity { options.capacity = capacity }
        if let interval = events?.flushIntervalMs { options.flushInterval = Self.duration(interval) }
        options.allAttributesPrivate = events?.allAttributesPrivate ?? false
        options.privateAttributes = Set(events?.globalPrivateAttributes ?? [])
        options.isCompressed = events?.enableGzip ?? false
        options.omitsAnonymousContexts = events?.omitAnonymousContexts ?? false
    }

    private func address(_ own: String?, _ common: String?) -> String? {
        [own, common].compactMap(\.self).first { !$0.isEmpty }
    }

    private static func duration(_ milliseconds: Double) -> Duration {
        .milliseconds(Int(min(milliseconds, longest)))
    }
}
