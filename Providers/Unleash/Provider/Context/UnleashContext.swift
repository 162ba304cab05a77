// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// A context in the Unleash format, which consists of known fields and free properties with string values.
///
/// If you attach it to an `EvaluationContext`, it's sent to the service unchanged, without the mapper's rules.
public struct UnleashContext: Sendable, Hashable {
    /// The user ID.
    public var userId: String?
    /// The session ID, which identifies a user without a user ID.
    ///
    /// Gradual rollouts can use it for stickiness.
    public var sessionId: String?
    /// The IP address for rules.
    ///
    /// If it's `nil`, the server uses the address of the request.
    public var remoteAddress: String?
    /// The time for rules about dates, in RFC 3339 format.
    ///
    /// If it's `nil`, the server uses its own time. Unleash Edge supports this field. The Unleash server treats it as a property.
    public var currentTime: String?
    /// The name of the app.
    public var appName: String?
    /// The name of the environment.
    ///
    /// It doesn't change which flags are served, because that depends on the key.
    public var environment: String?
    /// All other values, by name.
    public var properties: [String: String]

    /// Creates a context, in which all fields are optional.
    public init(
        userId: String? = nil, sessionId: String? = nil, remoteAddress: String? = nil, currentTime: String? = nil,
        appName: String? = nil, environment: String? = nil, properties: [String: String] = [:]
    ) {
        self.userId = userId
        self.sessionId = sessionId
        self.remoteAddress = remoteAddress
        self.currentTime = currentTime
        self.appName = appName
        self.environment = environment
        self.properties = properties
    }

    /// The known fields that have a value, with the service's names.
    var fields: [(name: String, value: String)] {
        [
            ("appName", appName), ("environment", environment), ("userId", userId), ("sessionId", sessionId),
            ("remoteAddress", remoteAddress), ("currentTime", currentTime),
        ].compactMap { name, value in value.map { (name, $0) } }
    }
}

extension UnleashContext {
    /// The context as query items, first the known fields and then `properties[<name>]`, sorted by name.
    var queryItems: [(name: String, value: String)] {
        fields + properties.sorted(by: \.key).map { ("properties[\($0.key)]", $0.value) }
    }

    /// The context as a JSON object.
    public var json: FlagValue {
        var members = Dictionary(uniqueKeysWithValues: fields.map { ($0.name, FlagValue.string($0.value)) })
        if !properties.isEmpty { members["properties"] = .object(properties.mapValues(FlagValue.string)) }
        return .object(members)
    }
}

extension UnleashContext: ContextAttachment {
    /// A cache key that consists of the vendor's name and the JSON.
    public var cacheKey: String { "unleash:" + json.description }
}
