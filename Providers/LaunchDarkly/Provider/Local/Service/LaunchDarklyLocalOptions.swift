// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// The options of a ``LaunchDarklyLocalProvider``.
///
/// ```swift
/// var options = LaunchDarklyLocalOptions(sdkKey: Secret(key))
/// options.filter = "checkout"
/// ```
/// The default values are the values of LaunchDarkly's server SDKs, except for stored events
/// (``LaunchDarklyEventOptions/storage``), which are Halyard's addition.
public struct LaunchDarklyLocalOptions: Sendable {
    /// The server-side SDK key of the environment, which starts with `sdk-`.
    public var sdkKey: Secret
    /// The URLs of the three services.
    public var endpoints = LaunchDarklyEndpoints.servers

    /// The method of keeping rules up to date.
    public var streamingMode = LaunchDarklyOptions.StreamingMode.streaming
    /// The time between polls.
    ///
    /// The default value is 30 seconds, which is also the minimum. The property can contain a shorter interval, but the provider
    /// uses the minimum and reports that.
    public var pollingInterval = Duration.seconds(30)
    /// The key of the payload filter in LaunchDarkly, or `nil` to receive all flags.
    ///
    /// The service then sends only some flags. All other flags are unknown. If the key isn't valid, the provider reports that and
    /// requests all flags.
    public var filter: String?
    /// The initial delay before the provider reopens a lost stream, one second by default.
    ///
    /// If the stream was open for a minute, the first delay is 0.5 to 1 times the initial delay. Otherwise, it's 1 to 2 times the
    /// initial delay. Consecutive failures double it, up to 30 seconds.
    public var initialReconnectDelay = Duration.seconds(1)

    /// Information about the app, and about a library that wraps Halyard.
    ///
    /// Requests contain only the app's identifier and version.
    public var application = LaunchDarklyApplication()
    /// The additional header fields of all requests, which replace the provider's fields of the same name.
    public var additionalHeaders: [String: String] = [:]
    /// A function that returns the final header fields of each request.
    public var headerProvider: LaunchDarklyOptions.HeaderProvider?

    /// A Boolean value that indicates whether the provider reports evaluations, contexts, and its own state.
    public var sendsEvents = true
    /// The options of events, with a capacity of 10,000 events and a flush interval of 5 seconds.
    public var events = LaunchDarklyEventOptions.serverDefaults

    /// The minimum time between polls, which replaces a shorter interval.
    package var shortestInterval = Duration.seconds(30)
    /// The diagnostics from reading the options from a configuration.
    var notes: [Diagnostic] = []
    /// A Boolean value that indicates whether the app runs on a device of its user, which must not contain an SDK key.
    package var isOnUserDevice = Self.runsOnUserDevice

    /// Creates options with default values.
    public init(sdkKey: Secret) { self.sdkKey = sdkKey }

    /// The maximum duration of a poll, or of one attempt to send events, which is 10 seconds by default.
    ///
    /// Streams have their own limits: 10 seconds until the response, and 5 minutes without data.
    public var connectionTimeout: Duration {
        get { events.connectionTimeout }
        set { events.connectionTimeout = newValue }
    }

    private static let runsOnUserDevice: Bool = {
        #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
            true
        #else
            false
        #endif
    }()
}

extension LaunchDarklyLocalOptions {
    /// The options that both provider types share, in the form that requests and events need.
    var shared: LaunchDarklyOptions {
        var shared = LaunchDarklyOptions(mobileKey: sdkKey)
        shared.endpoints = endpoints
        shared.streamingMode = streamingMode
        shared.pollingInterval = max(pollingInterval, shortestInterval)
        shared.initialReconnectDelay = initialReconnectDelay
        shared.application = tags
        shared.additionalHeaders = additionalHeaders
        shared.headerProvider = headerProvider
        shared.sendsEvents = sendsEvents
        shared.events = events
        if shared.events.server == nil { shared.events.server = ServerEventOptions() }
        return shared
    }

    /// The payload filter to send, or `nil` for none.
    var usableFilter: String? { filter.flatMap { Self.isValid(filter: $0) ? $0 : nil } }

    /// The app as requests describe it.
    private var tags: LaunchDarklyApplication {
        var tags = application
        tags.name = nil
        tags.versionName = nil
        return tags
    }

    /// All problems with the options.
    var problems: [InvalidOption] {
        var problems = shared.problems.map { problem in
            if problem.option != "mobileKey" { return problem }
            return InvalidOption("sdkKey", problem.message, suggestion: Self.suggestion)
        }
        if let keyProblem { problems.insert(keyProblem, at: 0) }
        if isOnUserDevice {
            problems.insert(
                InvalidOption(
                    "sdkKey",
                    "An app on a user's device must not contain an SDK key, because the key gives access to all rules.",
                    suggestion: "Use the provider type \"launchdarkly\" with a mobile key."), at: 0)
        }
        return problems
    }

    private static let suggestion = "Use the environment's SDK key, which starts with \"sdk-\"."

    /// The problem with the kind of key, or `nil` if there is none.
    private var keyProblem: InvalidOption? {
        let key = sdkKey.reveal()
        let message: String
        var suggestion = Self.suggestion
        switch LaunchDarklyKeyKind(key) {
        case _ where key.isEmpty: message = "The SDK key is empty."
        case .mobile:
            message = "This is a mobile key, not an SDK key."
            suggestion += " For a mobile key, use the provider type \"launchdarkly\"."
        case .clientSide:
            message = "This is a client-side ID, not an SDK key."
            suggestion += " For an app, use the provider type \"launchdarkly\" with a mobile key."
        case .access: message = "This is an access token for the REST API, not an SDK key."
        case .server, .unknown: return nil
        }
        return InvalidOption("sdkKey", message, suggestion: suggestion)
    }

    /// The diagnostics about the changes that the provider makes to the options.
    var diagnostics: [Diagnostic] {
        var diagnostics = notes + tags.hyphenated.diagnostics(in: .users)
        if pollingInterval < shortestInterval {
            diagnostics.append(
                LaunchDarklyOptions.lengthened("flagPollingInterval", pollingInterval, to: shortestInterval))
        }
        if let filter, usableFilter == nil {
            diagnostics.append(
                Diagnostic(
                    "invalidFilter", .warning, subject: "filter",
                    "\"\(filter)\" isn't a valid filter key, so the provider requests all flags.",
                    suggestion: "Use letters, digits, \".\", \"_\", and \"-\", and begin with a letter or digit."))
        }
        return diagnostics
    }

    private static func isValid(filter: String) -> Bool {
        func isAlphanumeric(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"):
                true
            default: false
            }
        }
        guard let first = filter.utf8.first, isAlphanumeric(first) else { return false }
        return filter.utf8.allSatisfy { isAlphanumeric($0) || "._-".utf8.contains($0) }
    }
}

extension LaunchDarklyEndpoints {
    /// The endpoints of LaunchDarkly's public service for servers.
    public static let servers = LaunchDarklyEndpoints(
        polling: "https://sdk.launchdarkly.com", streaming: "https://stream.launchdarkly.com",
        events: "https://events.launchdarkly.com")
}

extension LaunchDarklyEventOptions {
    /// The default values for servers.
    static var serverDefaults: LaunchDarklyEventOptions {
        var options = LaunchDarklyEventOptions()
        options.capacity = 10_000
        options.flushInterval = .seconds(5)
        options.server = ServerEventOptions()
        return options
    }
}
