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
        var sdk: [String: FlagValue] = [
            "name": .string(LaunchDarklyApplication.libraryName), "version": .string(LaunchDarklyProvider.version),
        ]
        if let name = options.application.wrapperName, !name.isEmpty {
            sdk["wrapperName"] = .string(name)
            sdk["wrapperVersion"] = options.application.wrapperVersion.map(FlagValue.string)
        }
        let system = Platform.system
        var configuration = options.events.diagnosticMembers
        configuration.merge([
            "customBaseURI": .bool(options.endpoints.polling != standard.polling),
            "customStreamURI": .bool(options.endpoints.streaming != standard.streaming),
            "customEventsURI": .bool(options.endpoints.events != standard.events),
            "streamingDisabled": .bool(options.streamingMode == .polling),
            "pollingIntervalMillis": .int(options.pollingInterval.wholeMilliseconds),
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
            (configuration["inlineUsersInEvents"], configuration["autoAliasingOptOut"]) = (nil, nil)
        }
        self.init(
            sdk: sdk,
            platform: [
                "name": "swift", "systemName": .string(system.name), "systemVersion": .string(system.version),
                "deviceType": .string(system.model), "backgroundEnabled": .bool(options.streamsInBackground),
                "streamingEnabled": .bool(options.supportsStreaming),
            ], configuration: configuration)
    }
}
