// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardUnleash

/// The evaluation context, with the user and other conditions.
public struct Context: Sendable, Equatable, Hashable {
    /// The name of the app, which is set with the client.
    public let appName: String?
    /// The name of the environment, which is set with the client.
    public let environment: String?
    /// The user ID.
    public private(set) var userId: String?
    /// The session ID, or `nil` for a stored ID that the client generates.
    public private(set) var sessionId: String?
    /// The IP address for rules.
    public private(set) var remoteAddress: String?
    /// The time for rules, as an RFC 3339 string.
    public private(set) var currentTime: String?
    /// The custom properties.
    public private(set) var properties: [String: String]

    /// Creates a context as ``UnleashClientBase/updateContext(context:properties:completionHandler:)`` does.
    ///
    /// - Parameters:
    ///   - appName: The name of the app.
    ///   - environment: The name of the environment.
    ///   - fields: The predefined fields. Other fields become properties, and `appName` and `environment` are ignored.
    ///   - properties: The custom properties, which override properties with the same name in `fields`.
    public init(
        appName: String? = nil, environment: String? = nil, fields: [String: String] = [:],
        properties: [String: String] = [:]
    ) {
        self.appName = appName
        self.environment = environment
        self.properties = [:]
        for (name, value) in fields { self[name] = value }
        self.properties.merge(properties) { $1 }
    }

    /// Returns all fields and properties in one dictionary.
    ///
    /// If a property has the name of a field, the field overrides it.
    public func toMap() -> [String: String] {
        var map = properties
        for name in Self.fixed + Self.fields { if let value = self[name] { map[name] = value } }
        return map
    }

    private static let fixed = ["appName", "environment"]
    private static let fields = ["userId", "sessionId", "remoteAddress", "currentTime"]
}

extension Context {
    /// Accesses a field or property by name.
    ///
    /// Doesn't change `appName` and `environment`.
    subscript(name: String) -> String? {
        get {
            switch name {
            case "appName": appName
            case "environment": environment
            case "userId": userId
            case "sessionId": sessionId
            case "remoteAddress": remoteAddress
            case "currentTime": currentTime
            default: properties[name]
            }
        }
        set {
            switch name {
            case "appName", "environment": break
            case "userId": userId = newValue
            case "sessionId": sessionId = newValue
            case "remoteAddress": remoteAddress = newValue
            case "currentTime": currentTime = newValue
            default: properties[name] = newValue
            }
        }
    }

    /// Returns a context that replaces this context.
    ///
    /// Keeps `appName` and `environment`, and also keeps the session ID if `fields` contains none.
    func replaced(by fields: [String: String], _ properties: [String: String]) -> Context {
        var context = Context(appName: appName, environment: environment, fields: fields, properties: properties)
        context.sessionId = context.sessionId ?? sessionId
        return context
    }

    /// Returns a context that replaces this context with another context.
    func replaced(by other: Context) -> Context {
        var context = Context(appName: appName, environment: environment, properties: other.properties)
        for name in Self.fields { context[name] = other[name] }
        context.sessionId = context.sessionId ?? sessionId
        return context
    }

    /// Returns this context with some fields and properties changed.
    func merging(_ fields: [String: String], _ properties: [String: String]) -> Context {
        var context = self
        for (name, value) in fields { context[name] = value }
        context.properties.merge(properties) { $1 }
        return context
    }

    /// The context as a Halyard context, from which the provider receives the original unchanged.
    var evaluation: EvaluationContext {
        var attributes = properties.mapValues(FlagValue.string)
        for name in Self.fields.dropFirst() { if let value = self[name] { attributes[name] = .string(value) } }
        return EvaluationContext(key: userId, attributes: attributes)
            .attaching(
                UnleashContext(
                    userId: userId, sessionId: sessionId, remoteAddress: remoteAddress, currentTime: currentTime,
                    appName: appName, environment: environment, properties: properties))
    }

    init(_ context: UnleashContext) {
        self.init(
            appName: context.appName, environment: context.environment, properties: context.properties)
        (userId, sessionId) = (context.userId, context.sessionId)
        (remoteAddress, currentTime) = (context.remoteAddress, context.currentTime)
    }
}
