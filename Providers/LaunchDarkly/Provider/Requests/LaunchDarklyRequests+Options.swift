// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTransport

extension LaunchDarklyRequests {
    /// Creates the requests that options describe.
    package init(_ options: LaunchDarklyOptions, dialect: any LaunchDarklyDialect) {
        var common = options.application.headers
        common["User-Agent"] = "\(Platform.system.name)/\(LaunchDarklyProvider.version)"
        var additional: HTTPHeaders = [:]
        for (name, value) in options.additionalHeaders.sorted(by: \.key) { additional[name] = value }
        self.init(
            mobileKey: options.mobileKey, endpoints: options.endpoints, dialect: dialect, commonHeaders: common,
            additionalHeaders: additional, headerProvider: options.headerProvider)
        secureModeHash = options.secureModeHash
        compressesEvents = options.events.isCompressed
    }
}

extension LaunchDarklyDiagnosticFacts {
    /// Creates the facts that a provider with these options reports about itself.
    init(_ options: LaunchDarklyOptions) {
        let standard = LaunchDarklyEndpoints()
        let system = Platform.system
        var configuration = options.events.diagnosticMembers
        configuration.merge(options.deliveryMembers(besides: standard)) { _, new in new }
        configuration.merge([
            "backgroundPollingIntervalMillis": .int(options.backgroundPollingInterval.wholeMilliseconds),
            "useReport": .bool(options.usesReport),
            "backgroundPollingDisabled": .bool(!options.updatesInBackground),
            "evaluationReasonsRequested": .bool(options.withReasons),
            "mobileKeyCount": .int(Int64(options.mobileKeyCount)),
            "customHeaders": .bool(!options.additionalHeaders.isEmpty || options.headerProvider != nil),
        ]) { _, new in new }
        let maxCached = FlagValue.int(Int64(max(options.maxCachedUsers, -1)))
        switch options.contextModel {
        case .users: configuration["maxCachedUsers"] = maxCached
        case .contexts:
            configuration["maxCachedContexts"] = maxCached
            configuration["inlineUsersInEvents"] = nil
            configuration["autoAliasingOptOut"] = nil
        }
        self.init(
            sdk: options.application.sdkMembers,
            platform: [
                "name": "swift", "systemName": .string(system.name), "systemVersion": .string(system.version),
                "deviceType": .string(system.model), "backgroundEnabled": .bool(options.streamsInBackground),
                "streamingEnabled": .bool(options.supportsStreaming),
            ], configuration: configuration)
    }

    /// Creates the facts that a provider for servers reports about itself.
    init(_ options: LaunchDarklyLocalOptions) {
        let shared = options.shared
        let system = Platform.system
        var configuration = shared.events.diagnosticMembers
        configuration["inlineUsersInEvents"] = nil
        configuration["autoAliasingOptOut"] = nil
        configuration.merge(shared.deliveryMembers(besides: .servers)) { _, new in new }
        let server = shared.events.server ?? ServerEventOptions()
        configuration.merge([
            "socketTimeoutMillis": configuration["connectTimeoutMillis"] ?? .null, "usingProxy": false,
            "usingRelayDaemon": false, "dataStoreType": "memory",
            "userKeysCapacity": .int(Int64(server.contextKeysCapacity)),
            "userKeysFlushIntervalMillis": .int(server.contextKeysInterval.wholeMilliseconds),
        ]) { _, new in new }
        self.init(
            sdk: shared.application.sdkMembers,
            platform: [
                "name": "swift", "osName": .string(system.name), "osVersion": .string(system.version),
            ], configuration: configuration)
    }
}

extension LaunchDarklyApplication {
    /// The description of this library and of a library that wraps it.
    fileprivate var sdkMembers: [String: FlagValue] {
        var members: [String: FlagValue] = [
            "name": .string(Self.libraryName), "version": .string(LaunchDarklyProvider.version),
        ]
        if let wrapperName, !wrapperName.isEmpty {
            members["wrapperName"] = .string(wrapperName)
            members["wrapperVersion"] = wrapperVersion.map(FlagValue.string)
        }
        return members
    }
}

extension LaunchDarklyOptions {
    /// The part of the configuration about the services and about polling.
    fileprivate func deliveryMembers(besides standard: LaunchDarklyEndpoints) -> [String: FlagValue] {
        [
            "customBaseURI": .bool(endpoints.polling != standard.polling),
            "customStreamURI": .bool(endpoints.streaming != standard.streaming),
            "customEventsURI": .bool(endpoints.events != standard.events),
            "streamingDisabled": .bool(streamingMode == .polling),
            "pollingIntervalMillis": .int(pollingInterval.wholeMilliseconds),
        ]
    }
}
