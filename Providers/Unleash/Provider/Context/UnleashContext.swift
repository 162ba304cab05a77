// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// A context in Unleash's form: a few known fields and free properties, all of them texts.
///
/// Attached to an `EvaluationContext` it is sent to the service unchanged, without the mapper's rules. An immutable
/// value.
public struct UnleashContext: Sendable, Hashable {
    /// Who the user is.
    public var userId: String?
    /// Identifies a user without a user id; gradual rollouts may be based on it.
    public var sessionId: String?
    /// The IP address that rules use; without one the server takes the one that it sees.
    public var remoteAddress: String?
    /// The moment that rules about time use, as RFC 3339; without one the server's own.
    ///
    /// Unleash Edge honours it; the Unleash server treats it as a property.
    public var currentTime: String?
    /// The name of the app.
    public var appName: String?
    /// The name of the environment; the key decides which flags are served, whatever is set here.
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

    /// The known fields that are set, by the service's names for them.
    var fields: [(name: String, value: String)] {
        [
            ("appName", appName), ("environment", environment), ("userId", userId), ("sessionId", sessionId),
            ("remoteAddress", remoteAddress), ("currentTime", currentTime),
        ].compactMap { name, value in value.map { (name, $0) } }
    }
}

extension UnleashContext {
    /// The context as query items: the known fields, then `properties[<name>]` sorted by name.
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
    /// The name of the vendor and the JSON form.
    public var cacheKey: String { "unleash:" + json.description }
}
