// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Foundation
import Halyard
public import HalyardLaunchDarkly
import HalyardTransport

/// The options that the user-based and the context-based client have in common.
///
/// Read and change them through `LDConfig`, as if they were its own options. Everything except the mobile key has the
/// documented default value. Times are in seconds. Because `LDConfig` is a value, change it before you start the client.
public struct LDCommonOptions: Sendable {
    /// Fixed names.
    public enum Constants: Sendable {
        /// The name of the environment that ``mobileKey`` belongs to.
        public static let primaryEnvironmentName = "default"
    }

    /// The shortest intervals that the client uses, even if you set shorter ones.
    public struct Minima: Sendable, Hashable {
        /// The shortest polling interval, which is 300 seconds, or 30 seconds in a debug build.
        public let flagPollingInterval: TimeInterval
        /// The shortest background polling interval, which is 900 seconds, or 60 seconds in a debug build.
        public let backgroundFlagPollingInterval: TimeInterval
        /// The shortest interval of reports about the client, which is 300 seconds, or 60 seconds in a debug build.
        public let diagnosticRecordingInterval: TimeInterval
    }

    /// The shortest intervals that the client uses.
    public let minima = Minima(
        flagPollingInterval: LaunchDarklyOptions.ShortestIntervals.standard.polling.seconds,
        backgroundFlagPollingInterval: LaunchDarklyOptions.ShortestIntervals.standard.backgroundPolling.seconds,
        diagnosticRecordingInterval: LaunchDarklyEventOptions.minimumDiagnosticInterval.seconds)

    /// The mobile key of the primary environment.
    ///
    /// If it's empty, the client never goes online.
    public var mobileKey: String
    /// The base URL for polling.
    ///
    /// Default: `https://app.launchdarkly.com`.
    public var baseUrl = Self.url("https://app.launchdarkly.com")
    /// The base URL for events.
    ///
    /// Default: `https://mobile.launchdarkly.com`.
    public var eventsUrl = Self.url("https://mobile.launchdarkly.com")
    /// The base URL of the stream.
    ///
    /// Default: `https://clientstream.launchdarkly.com`.
    public var streamUrl = Self.url("https://clientstream.launchdarkly.com")
    /// A Boolean value that indicates whether events are sent.
    ///
    /// If it's `false`, the client sends nothing about users, contexts, evaluations, tracking events, or the client
    /// itself. Default: `true`.
    public var sendEvents = true
    /// The maximum number of events that wait to be sent.
    ///
    /// The client drops further events. Default: 100.
    public var eventCapacity = 100
    /// The timeout of a poll, or of an attempt to send events, in seconds.
    ///
    /// Default: 10 seconds.
    public var connectionTimeout: TimeInterval = 10
    /// The interval between deliveries of events, in seconds.
    ///
    /// Default: 30 seconds.
    public var eventFlushInterval: TimeInterval = 30
    /// The polling interval in the foreground, in seconds.
    ///
    /// The client doesn't use a shorter interval than the one in ``minima``. Default: 300 seconds.
    public var flagPollingInterval: TimeInterval = 300
    /// The polling interval in the background, in seconds.
    ///
    /// Default: 3600 seconds.
    public var backgroundFlagPollingInterval: TimeInterval = 3600
    /// The way in which flags are kept up to date in the foreground.
    ///
    /// Default: `LDStreamingMode.streaming`.
    public var streamingMode = LDStreamingMode.streaming
    /// A Boolean value that indicates whether flags are kept up to date in the background.
    ///
    /// It's always `false`, except on macOS and Linux.
    public var enableBackgroundUpdates = false {
        didSet { if !Self.canUpdateInBackground { enableBackgroundUpdates = false } }
    }
    /// A Boolean value that indicates whether the client goes online when it starts.
    ///
    /// Default: `true`.
    public var startOnline = true
    /// A Boolean value that indicates whether the client sends users and contexts in the body of a `REPORT` request.
    ///
    /// Otherwise they're part of the URL. Default: `false`.
    public var useReport = false
    /// A Boolean value that indicates whether diagnostics are printed.
    ///
    /// Default: `false`.
    public var isDebugMode = false
    /// A Boolean value that indicates whether the client requests evaluation reasons from the service, for
    /// `variationDetail`.
    ///
    /// Default: `false`.
    public var evaluationReasons = false
    /// A Boolean value that indicates whether the client sends no reports about itself.
    ///
    /// Default: `false`.
    public var diagnosticOptOut = false
    /// The interval of reports about the client, in seconds.
    ///
    /// It's never shorter than the interval in ``minima``. Default: 900 seconds.
    public var diagnosticRecordingInterval: TimeInterval = 900 {
        didSet { diagnosticRecordingInterval = max(diagnosticRecordingInterval, minima.diagnosticRecordingInterval) }
    }
    /// The name of a library that wraps this client.
    ///
    /// Default: none.
    public var wrapperName: String?
    /// The version of the library that wraps this client.
    ///
    /// Default: none.
    public var wrapperVersion: String?
    /// A description of the app, which is sent with every request.
    ///
    /// Default: none.
    public var applicationInfo: ApplicationInfo?
    /// Additional header fields of all requests.
    ///
    /// Default: none.
    public var additionalHeaders: [String: String] = [:]
    /// A function that returns the final header fields of each request.
    ///
    /// Default: none.
    public var headerDelegate: LDHeaderDelegate?
    /// A Boolean value that indicates whether events are compressed.
    ///
    /// Relay Proxy versions before 8.9 can't read compressed events. Default: `false`.
    public var enableCompression = false
    /// A hash from the app's server that proves to the service that the context is genuine.
    ///
    /// Default: none.
    public var secureModeHash: String?
    /// The dependencies that clients use for tests, or `nil` for those of the app.
    ///
    /// Only used when the client starts.
    public var dependencies: LDClientDependencies?
    private(set) var secondaryKeys: [String: String] = [:]

    /// Creates options with a mobile key.
    package init(mobileKey: String) { self.mobileKey = mobileKey }

    /// Returns the mobile keys of additional environments, by environment name.
    public func getSecondaryMobileKeys() -> [String: String] { secondaryKeys }

    /// Sets the mobile keys of additional environments, each of which gets its own client.
    ///
    /// - Throws: An ``LDInvalidArgumentError`` if the primary key is among them, if one has the primary environment's name,
    ///   or if a key occurs twice. The previous keys then remain.
    public mutating func setSecondaryMobileKeys(_ keys: [String: String]) throws {
        if keys.values.contains(mobileKey) {
            throw LDInvalidArgumentError("The primary mobile key is also a secondary key. Remove it from those keys.")
        }
        if keys[Constants.primaryEnvironmentName] != nil {
            throw LDInvalidArgumentError(
                "\"\(Constants.primaryEnvironmentName)\" is the name of the primary environment. Choose another name.")
        }
        if Set(keys.values).count != keys.count {
            throw LDInvalidArgumentError("Two environments have the same mobile key. Use a different key for each.")
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
    /// Returns the provider's options for one mobile key.
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
    /// Converts seconds, with zero for NaN and negative values, and a maximum of 1000 years.
    package static func saturating(_ seconds: TimeInterval) -> Duration {
        guard seconds > 0 else { return .zero }
        return .milliseconds(Int64((min(seconds, 31_557_600_000) * 1000).rounded()))
    }

    var seconds: TimeInterval { TimeInterval(components.seconds) + TimeInterval(components.attoseconds) * 1e-18 }
}
