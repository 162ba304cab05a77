// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// Options for the selection, timing, and content of events for LaunchDarkly.
///
/// All properties have LaunchDarkly's documented default values.
public struct LaunchDarklyEventOptions: Sendable, Hashable {
    /// The maximum number of events that wait to be sent in each client, including the first identification.
    ///
    /// Events without room are dropped, counted, and reported to the client as `eventsDropped`. The summary of counted
    /// evaluations doesn't use any room. The value is at least 0, and 100 by default.
    public var capacity = 100 {
        didSet { capacity = max(0, capacity) }
    }
    /// The interval for sending events, which is at least a millisecond, and 30 seconds by default.
    public var flushInterval: Duration = .seconds(30) {
        didSet { flushInterval = max(.milliseconds(1), flushInterval) }
    }
    /// The maximum duration of one attempt to send events, which is 10 seconds by default.
    public var connectionTimeout: Duration = .seconds(10)
    /// A Boolean value that indicates whether events omit all attributes except the key and the anonymous property.
    public var allAttributesPrivate = false
    /// The names of attributes that no event contains, in addition to the private attributes of each user or context.
    ///
    /// For contexts, they can also be references.
    public var privateAttributes: Set<String> = []
    /// The meaning of the names of private attributes.
    package var privacyRules = LaunchDarklyPrivacy.Rules.plain
    /// A Boolean value that indicates whether events that describe contexts omit anonymous contexts and anonymous parts.
    public var omitsAnonymousContexts = false
    /// A Boolean value that indicates whether events contain the whole user instead of only the key.
    ///
    /// This applies to evaluation events and tracking events. Events about contexts always contain the whole context.
    public var inlinesUser = false
    /// A Boolean value that indicates whether events are compressed, which Relay Proxies before version 8.9 can't read.
    public var isCompressed = false
    /// A Boolean value that indicates whether an identification after an anonymous one also links both identities.
    public var aliasesAutomatically = true
    /// A Boolean value that indicates whether the provider sends diagnostic events about itself.
    public var sendsDiagnostics = true
    /// The interval of these reports, which is at least ``minimumDiagnosticInterval``, and 15 minutes by default.
    public var diagnosticInterval: Duration = .seconds(900) {
        didSet { diagnosticInterval = max(Self.minimumDiagnosticInterval, diagnosticInterval) }
    }

    /// The options of a provider that evaluates flags for many contexts, or `nil` for a provider with one context at a time.
    package var server: ServerEventOptions?

    /// The handling of unsent events, which are stored by default.
    public var storage = EventStorageOptions()

    /// The minimum interval of reports about the provider's own work: 5 minutes, or 1 minute in a debug build.
    public static let minimumDiagnosticInterval: Duration = {
        #if DEBUG
            .seconds(60)
        #else
            .seconds(300)
        #endif
    }()

    /// Creates options with default values.
    public init() {}

    /// The options as they appear in reports about the provider's configuration.
    package var diagnosticMembers: [String: FlagValue] {
        var members: [String: FlagValue] = [
            "eventsCapacity": .int(Int64(capacity)), "connectTimeoutMillis": .int(connectionTimeout.wholeMilliseconds),
            "eventsFlushIntervalMillis": .int(flushInterval.wholeMilliseconds),
            "allAttributesPrivate": .bool(allAttributesPrivate),
            "diagnosticRecordingIntervalMillis": .int(diagnosticInterval.wholeMilliseconds),
        ]
        if let server {
            members["userKeysCapacity"] = .int(Int64(server.contextKeysCapacity))
            members["userKeysFlushIntervalMillis"] = .int(server.contextKeysInterval.wholeMilliseconds)
        } else {
            members["inlineUsersInEvents"] = .bool(inlinesUser)
            members["autoAliasingOptOut"] = .bool(!aliasesAutomatically)
        }
        return members
    }

    var privacy: LaunchDarklyPrivacy {
        LaunchDarklyPrivacy(
            isEverythingPrivate: allAttributesPrivate, attributes: privateAttributes, rules: privacyRules,
            omitsAnonymous: omitsAnonymousContexts)
    }
}

extension LaunchDarklyEventOptions {
    /// Reads the options from settings: `eventCapacity`, `eventFlushInterval`, `connectionTimeout`,
    /// `allUserAttributesPrivate`, `privateUserAttributes`, `omitAnonymousContexts`, `enableCompression`,
    /// `inlineUserInEvents`, `autoAliasingOptOut`, `sendDiagnostics`, `diagnosticRecordingInterval`, `storeEvents`,
    /// `storedEventsSize`, `storedEventsAge`.
    ///
    /// - Parameters:
    ///   - settings: The settings.
    ///   - defaults: The default values. The options of users aren't read for servers.
    package init(_ settings: SettingsReader, defaults: LaunchDarklyEventOptions = LaunchDarklyEventOptions()) {
        let longest = Duration.seconds(31_557_600)
        self = defaults
        capacity = settings.int(
            "eventCapacity", "Maximum number of events that wait to be sent.", default: defaults.capacity,
            in: 0...1_000_000)
        flushInterval = settings.duration(
            "eventFlushInterval", "Interval for sending events.", default: defaults.flushInterval,
            in: .milliseconds(1)...longest)
        connectionTimeout = settings.duration(
            "connectionTimeout", "Timeout for polls and for sending events.", default: defaults.connectionTimeout,
            in: .milliseconds(1)...longest)
        allAttributesPrivate = settings.bool(
            "allUserAttributesPrivate", "Removes all attributes that can be private from events.", default: false)
        privateAttributes = Set(settings.strings("privateUserAttributes", "Attributes that events don't contain."))
        omitsAnonymousContexts = settings.bool(
            "omitAnonymousContexts", "Omits anonymous contexts from identify events.", default: false)
        isCompressed = settings.bool("enableCompression", "Compresses events.", default: false)
        if defaults.server == nil {
            inlinesUser = settings.bool(
                "inlineUserInEvents", "Sends whole users in events instead of only their keys.", default: false)
            aliasesAutomatically = !settings.bool(
                "autoAliasingOptOut", "Disables linking an anonymous user to the next user.", default: false)
        }
        sendsDiagnostics = settings.bool(
            "sendDiagnostics", "Sends diagnostic events about the provider itself.", default: true)
        diagnosticInterval = settings.duration(
            "diagnosticRecordingInterval", "Interval of reports about the client itself.",
            default: defaults.diagnosticInterval, in: .milliseconds(1)...longest)
        storage = EventStorageOptions(settings)
    }
}
