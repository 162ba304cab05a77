// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Foundation
import Halyard
public import HalyardLaunchDarkly
import HalyardTransport

/// How a client talks to LaunchDarkly: the options that the clients for users and for contexts have in common.
///
/// Read and changed through `LDConfig`, as if they were its own. Everything but the mobile key has the documented
/// default; times are in seconds. A value: change it before the client is started.
public struct LDCommonOptions: Sendable {
    /// Fixed names.
    public enum Constants: Sendable {
        /// The name of the environment that ``mobileKey`` belongs to.
        public static let primaryEnvironmentName = "default"
    }

    /// The shortest times that are used; shorter ones may be set.
    public struct Minima: Sendable, Hashable {
        /// The shortest time between two polls: 300 seconds, and 30 in a debug build.
        public let flagPollingInterval: TimeInterval
        /// The shortest time between two polls in the background: 900 seconds, and 60 in a debug build.
        public let backgroundFlagPollingInterval: TimeInterval
        /// The shortest time between two reports about the client itself: 300 seconds, and 60 in a debug build.
        public let diagnosticRecordingInterval: TimeInterval
    }

    /// The shortest times that are used.
    public let minima = Minima(
        flagPollingInterval: LaunchDarklyOptions.ShortestIntervals.standard.polling.seconds,
        backgroundFlagPollingInterval: LaunchDarklyOptions.ShortestIntervals.standard.backgroundPolling.seconds,
        diagnosticRecordingInterval: LaunchDarklyEventOptions.minimumDiagnosticInterval.seconds)

    /// The mobile key of the primary environment; with an empty one the client never goes online.
    public var mobileKey: String
    /// Where polls go; `https://app.launchdarkly.com`.
    public var baseUrl = Self.url("https://app.launchdarkly.com")
    /// Where events go; `https://mobile.launchdarkly.com`.
    public var eventsUrl = Self.url("https://mobile.launchdarkly.com")
    /// Where the stream is; `https://clientstream.launchdarkly.com`.
    public var streamUrl = Self.url("https://clientstream.launchdarkly.com")
    /// Whether events are sent at all.
    ///
    /// Default: `true`. Otherwise nothing is sent about people, evaluations, the app's own events and the client
    /// itself.
    public var sendEvents = true
    /// How many events may wait to be sent; further ones are dropped.
    ///
    /// Default: 100.
    public var eventCapacity = 100
    /// How long a poll, or an attempt to send events, may take.
    ///
    /// Default: 10 seconds.
    public var connectionTimeout: TimeInterval = 10
    /// How often events are sent.
    ///
    /// Default: 30 seconds.
    public var eventFlushInterval: TimeInterval = 30
    /// The time from one poll to the next.
    ///
    /// Default: 300 seconds. A shorter one than in ``minima`` is lengthened when it is used.
    public var flagPollingInterval: TimeInterval = 300
    /// The time from one poll to the next in the background.
    ///
    /// Default: 3600 seconds.
    public var backgroundFlagPollingInterval: TimeInterval = 3600
    /// How flags are kept up to date in the foreground.
    ///
    /// Default: `LDStreamingMode.streaming`.
    public var streamingMode = LDStreamingMode.streaming
    /// Whether flags are kept up to date in the background; always false except on macOS and Linux.
    public var enableBackgroundUpdates = false {
        didSet { if !Self.canUpdateInBackground { enableBackgroundUpdates = false } }
    }
    /// Whether the start goes online.
    ///
    /// Default: `true`.
    public var startOnline = true
    /// Whether users and contexts are sent in the body of a `REPORT`, and not in the URL.
    ///
    /// Default: `false`.
    public var useReport = false
    /// Whether findings are printed.
    ///
    /// Default: `false`.
    public var isDebugMode = false
    /// Whether the reasons for flags' values are requested from the service, for `variationDetail`.
    ///
    /// Default: `false`.
    public var evaluationReasons = false
    /// Whether nothing is reported about the client itself.
    ///
    /// Default: `false`.
    public var diagnosticOptOut = false
    /// How often the client reports about itself.
    ///
    /// Default: 900 seconds; never less than in ``minima``.
    public var diagnosticRecordingInterval: TimeInterval = 900 {
        didSet { diagnosticRecordingInterval = max(diagnosticRecordingInterval, minima.diagnosticRecordingInterval) }
    }
    /// The name of a library around this one.
    ///
    /// Default: none.
    public var wrapperName: String?
    /// The version of that library.
    ///
    /// Default: none.
    public var wrapperVersion: String?
    /// Describes the app; sent with every request.
    ///
    /// Default: none.
    public var applicationInfo: ApplicationInfo?
    /// Further header fields of all requests.
    ///
    /// Default: none.
    public var additionalHeaders: [String: String] = [:]
    /// Makes the final header fields of each request.
    ///
    /// Default: none.
    public var headerDelegate: LDHeaderDelegate?
    /// Whether events are sent compressed; Relay Proxies before version 8.9 cannot read them.
    ///
    /// Default: `false`.
    public var enableCompression = false
    /// The proof to the service that the context is genuine, made by the app's server.
    ///
    /// Default: none.
    public var secureModeHash: String?
    /// The clock, the network and the disk that the clients use, for tests; nil for the real ones.
    ///
    /// Only used at the start.
    public var dependencies: LDClientDependencies?
    private(set) var secondaryKeys: [String: String] = [:]

    /// Makes options with a mobile key.
    package init(mobileKey: String) { self.mobileKey = mobileKey }

    /// The mobile keys of further environments, by environment name.
    public func getSecondaryMobileKeys() -> [String: String] { secondaryKeys }

    /// Sets the mobile keys of further environments; each gets its own client.
    ///
    /// - Throws: A ``LDInvalidArgumentError`` if the primary key is among them, if one has the primary environment's
    ///   name, or if a key occurs twice. The keys then stay as they were.
    public mutating func setSecondaryMobileKeys(_ keys: [String: String]) throws {
        if keys.values.contains(mobileKey) {
            throw LDInvalidArgumentError("The primary mobile key is among the secondary ones. Leave it out.")
        }
        if keys[Constants.primaryEnvironmentName] != nil {
            throw LDInvalidArgumentError(
                "\"\(Constants.primaryEnvironmentName)\" is the name of the primary environment. Choose another one.")
        }
        if Set(keys.values).count != keys.count {
            throw LDInvalidArgumentError("Two environments have the same mobile key. Give each its own.")
        }
        secondaryKeys = keys
    }

    private static func url(_ text: String) -> URL { URL(string: text) ?? URL(fileURLWithPath: "/") }

    private static let canUpdateInBackground: Bool = {
        #if os(macOS) || os(Linux)
            true
        #else
            false
        #endif
    }()
}

// MARK: - For the provider

extension LDCommonOptions {
    /// The provider's options for one mobile key.
    func options(_ mobileKey: String, _ keyCount: Int) -> LaunchDarklyOptions {
        var options = LaunchDarklyOptions(mobileKey: Secret(mobileKey))
        options.endpoints = LaunchDarklyEndpoints(
            polling: baseUrl.absoluteString, streaming: streamUrl.absoluteString, events: eventsUrl.absoluteString)
        options.streamingMode = streamingMode
        options.pollingInterval = .saturating(flagPollingInterval)
        options.backgroundPollingInterval = .saturating(backgroundFlagPollingInterval)
        options.updatesInBackground = enableBackgroundUpdates
        options.usesReport = useReport
        options.withReasons = evaluationReasons
        options.sendsEvents = sendEvents
        options.application = applicationInfo?.neutral ?? LaunchDarklyApplication()
        options.application.wrapperName = wrapperName
        options.application.wrapperVersion = wrapperVersion
        options.additionalHeaders = additionalHeaders
        options.headerProvider = headerDelegate.map(Self.provider)
        options.mobileKeyCount = keyCount
        options.secureModeHash = secureModeHash
        options.events.capacity = eventCapacity
        options.events.flushInterval = .saturating(eventFlushInterval)
        options.events.connectionTimeout = max(.milliseconds(1), .saturating(connectionTimeout))
        options.events.isCompressed = enableCompression
        options.events.sendsDiagnostics = !diagnosticOptOut
        options.events.diagnosticInterval = .saturating(diagnosticRecordingInterval)
        return options
    }

    private static func provider(_ delegate: @escaping LDHeaderDelegate) -> LaunchDarklyOptions.HeaderProvider {
        { text, headers in
            guard let url = URL(string: text) else { return headers }
            let fields = headers.names.reduce(into: [String: String]()) { $0[$1] = headers[$1] }
            var result = HTTPHeaders()
            for (name, value) in delegate(url, fields).sorted(by: \.key) { result[name] = value }
            return result
        }
    }
}

extension Duration {
    /// Seconds as an app gives them; NaN and negative values become zero, and the maximum is a thousand years.
    package static func saturating(_ seconds: TimeInterval) -> Duration {
        guard seconds > 0 else { return .zero }
        return .milliseconds(Int64((min(seconds, 31_557_600_000) * 1000).rounded()))
    }

    var seconds: TimeInterval { TimeInterval(components.seconds) + TimeInterval(components.attoseconds) * 1e-18 }
}
