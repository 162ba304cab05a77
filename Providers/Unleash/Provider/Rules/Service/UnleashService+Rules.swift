// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTransport

/// The requests for rules and for the registration, and the properties that identify the client.
extension UnleashService {
    /// The version of the specification that the rules implement.
    static let specification = "6.1.0"

    /// Creates the service of a client API.
    static func rules(
        _ options: UnleashLocalOptions, connectionId: String, time: any TimeSource
    ) throws(ConfigurationError) -> UnleashService {
        var service = try UnleashService(options.shared, connectionId: connectionId, time: time)
        service.token = .client
        service.headers.own = [
            "Unleash-Client-Spec": specification, "unleash-instanceid": options.instanceId,
            "unleash-interval": String(options.refreshInterval.wholeMilliseconds),
        ]
        return service
    }

    /// Creates the request for all rules of some projects, or for changes.
    func rules(of projects: [String], isDelta: Bool) async throws(TransportError) -> HTTPRequest {
        let query = projects.map { (name: "project", value: $0) }
        return try await request(url.text(adding: ["client", isDelta ? "delta" : "features"], query: query))
    }

    /// Creates the request that registers the app.
    func register(_ app: FlagValue) async throws(TransportError) -> HTTPRequest {
        try await request(url.text(adding: ["client", "register"]), body: app)
    }
}

extension UnleashLocalOptions {
    /// Returns the properties that identify the client.
    func identity(connectionId: String) -> [String: FlagValue] {
        [
            "appName": .string(appName), "instanceId": .string(instanceId), "connectionId": .string(connectionId),
            "environment": environment.map(FlagValue.string) ?? .null, "platformName": .string(Platform.system.name),
            "platformVersion": .string(Platform.system.version), "specVersion": .string(UnleashService.specification),
            "yggdrasilVersion": .null,
        ]
    }

    /// Returns the body of the registration request.
    func registration(connectionId: String, started: Instant) -> FlagValue {
        var members = identity(connectionId: connectionId)
        members["sdkVersion"] = .string(UnleashHeaders.sdk)
        members["started"] = .date(started)
        members["interval"] = .int(refreshInterval.wholeMilliseconds)
        members["strategies"] = .array(
            (FeatureCompiler.strategies + strategies.keys.sorted(by: \.self)).map(FlagValue.string))
        return .object(members)
    }
}
