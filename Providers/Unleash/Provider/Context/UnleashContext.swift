// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// Who flags are for, as Unleash sees it: a few known fields and free properties, all of them texts.
///
/// Attached to an ``EvaluationContext`` it reaches the service as it is, past the mapper's rules. An immutable value.
public struct UnleashContext: Sendable, Hashable {
    /// Who the user is.
    public var userId: String?
    /// What stands for somebody without a user id; gradual rollouts may be decided by it.
    public var sessionId: String?
    /// The IP address that rules look at; without one the server takes the one that it sees.
    public var remoteAddress: String?
    /// The moment that rules about time look at, as RFC 3339; without one the server's own.
    ///
    /// Unleash Edge keeps to it; the Unleash server treats it as a property.
    public var currentTime: String?
    /// The name of the app.
    public var appName: String?
    /// The name of the environment; the key decides which flags are served, whatever stands here.
    public var environment: String?
    /// Everything else, by name.
    public var properties: [String: String]

    /// Makes a context; all fields may be absent.
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

    /// The known fields that are there, by the names that the service gives them.
    var fields: [(name: String, value: String)] {
        [
            ("appName", appName), ("environment", environment), ("userId", userId), ("sessionId", sessionId),
            ("remoteAddress", remoteAddress), ("currentTime", currentTime),
        ].compactMap { name, value in value.map { (name, $0) } }
    }
}

extension UnleashContext {
    /// The context as query items: the known fields, then `properties[<name>]` in the order of the names.
    var queryItems: [(name: String, value: String)] {
        fields + properties.sorted { $0.key < $1.key }.map { ("properties[\($0.key)]", $0.value) }
    }

    /// The context as a JSON object.
    public var json: FlagValue {
        var members = Dictionary(uniqueKeysWithValues: fields.map { ($0.name, FlagValue.string($0.value)) })
        if !properties.isEmpty { members["properties"] = .object(properties.mapValues(FlagValue.string)) }
        return .object(members)
    }
}

extension UnleashContext: ContextAttachment {
    /// The name of the vendor and the JSON form.
    public var cacheKey: String { "unleash:" + json.description }
}
