// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// Which events LaunchDarkly receives, when, and what they contain.
///
/// All members have LaunchDarkly's documented defaults.
public struct LaunchDarklyEventOptions: Sendable, Hashable {
    /// How many events may wait to be sent in each client, including the first identification.
    ///
    /// Events for which there is no room are dropped, counted and reported to the client as `eventsDropped`. The
    /// summary of counted evaluations takes no room. At least 0; 100 by default.
    public var capacity = 100 {
        didSet { capacity = max(0, capacity) }
    }
    /// How often events are sent; 30 seconds by default, at least a millisecond.
    public var flushInterval: Duration = .seconds(30) {
        didSet { flushInterval = max(.milliseconds(1), flushInterval) }
    }
    /// How long one attempt to send may take; 10 seconds by default.
    public var connectionTimeout: Duration = .seconds(10)
    /// Whether events contain no attributes except the key and whether the user or context is anonymous.
    public var allAttributesPrivate = false
    /// Names of attributes that no event contains, in addition to those of each user or context; for contexts, also
    /// references.
    public var privateAttributes: Set<String> = []
    /// What the names of private attributes mean.
    package var privacyRules = LaunchDarklyPrivacy.Rules.plain
    /// Whether anonymous contexts, and the anonymous parts of others, are not identified.
    public var omitsAnonymousContexts = false
    /// Whether events about evaluations, and custom events, contain the whole user and not just the key.
    ///
    /// Events about contexts always contain the whole context.
    public var inlinesUser = false
    /// Whether events are sent compressed; Relay Proxies before version 8.9 cannot read them.
    public var isCompressed = false
    /// Whether an identification that follows an anonymous one also reports that both are the same person.
    public var aliasesAutomatically = true
    /// Whether the provider reports nothing about its own work.
    public var sendsDiagnostics = true
    /// How often it reports; 15 minutes by default, at least ``minimumDiagnosticInterval``.
    public var diagnosticInterval: Duration = .seconds(900) {
        didSet { diagnosticInterval = max(Self.minimumDiagnosticInterval, diagnosticInterval) }
    }

    /// What happens to events that could not be sent; by default they are stored.
    public var storage = EventStorage()

    /// The shortest interval of reports about the provider's own work: 5 minutes, and 1 minute in a debug build.
    public static let minimumDiagnosticInterval: Duration = {
        #if DEBUG
            .seconds(60)
        #else
            .seconds(300)
        #endif
    }()

    /// Makes the default options.
    public init() {}

    /// The options as they appear in reports about the provider's configuration.
    package var diagnosticMembers: [String: FlagValue] {
        [
            "eventsCapacity": .int(Int64(capacity)), "connectTimeoutMillis": .int(connectionTimeout.wholeMilliseconds),
            "eventsFlushIntervalMillis": .int(flushInterval.wholeMilliseconds),
            "allAttributesPrivate": .bool(allAttributesPrivate), "inlineUsersInEvents": .bool(inlinesUser),
            "autoAliasingOptOut": .bool(!aliasesAutomatically),
            "diagnosticRecordingIntervalMillis": .int(diagnosticInterval.wholeMilliseconds),
        ]
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
    package init(_ settings: SettingsReader) {
        let (defaults, longest) = (LaunchDarklyEventOptions(), Duration.seconds(31_557_600))
        self.init()
        capacity = settings.int(
            "eventCapacity", "How many events may wait to be sent.", default: defaults.capacity, in: 0...1_000_000)
        flushInterval = settings.duration(
            "eventFlushInterval", "How often events are sent.", default: defaults.flushInterval,
            in: .milliseconds(1)...longest)
        connectionTimeout = settings.duration(
            "connectionTimeout", "How long an attempt to send them may take.", default: defaults.connectionTimeout,
            in: .milliseconds(1)...longest)
        allAttributesPrivate = settings.bool(
            "allUserAttributesPrivate", "Whether events hold nothing that can be private.", default: false)
        privateAttributes = Set(settings.strings("privateUserAttributes", "Attributes that events do not hold."))
        omitsAnonymousContexts = settings.bool(
            "omitAnonymousContexts", "Whether anonymous contexts are not identified.", default: false)
        isCompressed = settings.bool("enableCompression", "Whether events are sent compressed.", default: false)
        inlinesUser = settings.bool(
            "inlineUserInEvents", "Whether events hold whole users and not just their keys.", default: false)
        aliasesAutomatically = !settings.bool(
            "autoAliasingOptOut", "Whether a user who follows an anonymous one is not linked to it.", default: false)
        sendsDiagnostics = settings.bool(
            "sendDiagnostics", "Whether the provider reports data about itself.", default: true)
        diagnosticInterval = settings.duration(
            "diagnosticRecordingInterval", "How often the client reports about itself.",
            default: defaults.diagnosticInterval, in: .milliseconds(1)...longest)
        storage = EventStorage(settings)
    }
}
