// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardUnleash

/// The user and dependencies that flags are evaluated for.
public struct Context: Sendable, Equatable, Hashable {
    /// The name of the app; set with the client.
    public let appName: String?
    /// The name of the environment; set with the client.
    public let environment: String?
    /// Who the user is.
    public private(set) var userId: String?
    /// Identifies a user without a user id; nil for the one that the client makes and stores.
    public private(set) var sessionId: String?
    /// The IP address that rules use.
    public private(set) var remoteAddress: String?
    /// The moment that rules about time use, as RFC 3339.
    public private(set) var currentTime: String?
    /// Everything else.
    public private(set) var properties: [String: String]

    /// Makes a context as ``UnleashClientBase/updateContext(context:properties:completionHandler:)`` does.
    ///
    /// - Parameters:
    ///   - appName: The name of the app.
    ///   - environment: The name of the environment.
    ///   - fields: The predefined fields; any other field becomes a property, and `appName` and `environment` are left
    ///     out.
    ///   - properties: Custom properties; they win over those among the fields.
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

    /// All fields and properties in one dictionary; where a property has the name of a field, the field wins.
    public func toMap() -> [String: String] {
        var map = properties
        for name in Self.fixed + Self.fields { if let value = self[name] { map[name] = value } }
        return map
    }

    private static let fixed = ["appName", "environment"]
    private static let fields = ["userId", "sessionId", "remoteAddress", "currentTime"]
}

extension Context {
    /// A field or property by its name; the client's own fields cannot be changed.
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

    /// The context that replaces this one: the client's own fields stay, and so does the session id if there is no
    /// other.
    func replaced(by fields: [String: String], _ properties: [String: String]) -> Context {
        var context = Context(appName: appName, environment: environment, fields: fields, properties: properties)
        context.sessionId = context.sessionId ?? sessionId
        return context
    }

    /// The replacement of this context by another one.
    func replaced(by other: Context) -> Context {
        var context = Context(appName: appName, environment: environment, properties: other.properties)
        for name in Self.fields { context[name] = other[name] }
        context.sessionId = context.sessionId ?? sessionId
        return context
    }

    /// This context with some fields and properties changed.
    func merging(_ fields: [String: String], _ properties: [String: String]) -> Context {
        var context = self
        for (name, value) in fields { context[name] = value }
        context.properties.merge(properties) { $1 }
        return context
    }

    /// The context as Halyard's core carries it; the provider receives it unchanged.
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
