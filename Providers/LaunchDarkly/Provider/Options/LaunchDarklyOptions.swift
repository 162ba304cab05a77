// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
public import HalyardTransport

/// The connection, storage, and event options of a ``LaunchDarklyProvider``.
///
/// ```swift
/// var options = LaunchDarklyOptions(mobileKey: Secret(key))
/// options.withReasons = true
/// options.events.privateAttributes = ["email"]
/// ```
/// Everything except the mobile key has LaunchDarkly's documented default value.
public struct LaunchDarklyOptions: Sendable {
    /// A method of keeping flags up to date.
    public enum StreamingMode: String, Sendable, Hashable, CaseIterable {
        /// The service sends each change as it happens. On watchOS, the provider polls instead.
        case streaming
        /// The provider polls the service at each interval.
        case polling
    }

    /// A function that receives the URL of a request and the header fields so far, and returns all fields to send.
    ///
    /// The provider adds the ETag of the flags in place (`If-None-Match`) afterwards, so that no response confirms other
    /// flags.
    ///
    /// Called before each request and each attempt to open a stream. It must return within the connection timeout.
    public typealias HeaderProvider = @Sendable (_ url: String, _ headers: HTTPHeaders) async -> HTTPHeaders

    /// The mobile key of the environment.
    ///
    /// If it is empty, the provider stays offline.
    public var mobileKey: Secret
    /// The URLs of the three services.
    public var endpoints = LaunchDarklyEndpoints()

    /// The method of keeping flags up to date in the foreground.
    public var streamingMode = StreamingMode.streaming
    /// The time between polls in the foreground.
    ///
    /// The default value is 5 minutes, which is also the minimum (30 seconds in a debug build). The property can contain a
    /// shorter interval, but the provider uses the minimum and reports that.
    public var pollingInterval = Duration.seconds(300)
    /// The time between polls in the background.
    ///
    /// The default value is one hour, and the minimum is 15 minutes (one minute in a debug build).
    public var backgroundPollingInterval = Duration.seconds(3600)
    /// A Boolean value that indicates whether the provider always fetches flags at the start.
    ///
    /// Otherwise, if stored flags are younger than the polling interval, they count as the response, and the first poll waits
    /// until they reach that age. A refresh always fetches flags, and so does a stream. Flags of users (``contextModel``) are always
    /// fetched at the start.
    public var pollsAtStart = false
    /// A Boolean value that indicates whether flags are kept up to date in the background.
    public var updatesInBackground = false
    /// A Boolean value that indicates whether the provider streams in the background instead of polling.
    ///
    /// Systems that suspend apps don't allow it, so the default value is `true` on macOS and Linux only.
    public var streamsInBackground = Self.canStreamInBackground
    /// A Boolean value that indicates whether requests contain the context in the body of a `REPORT`.
    ///
    /// This keeps the context out of URL logs. If a poll isn't accepted in this form, the provider sends it again as a `GET`.
    public var usesReport = false
    /// A Boolean value that indicates whether the service sends the reason for each flag's value.
    public var withReasons = false
    /// A Boolean value that indicates whether the provider keeps trying after the service has permanently rejected it.
    ///
    /// For a stream, that is any 4xx status other than 400, 408, and 429. For a poll, it is 401. The provider then tries again
    /// at most every 5 minutes. Otherwise, the provider stops until the client changes its context or mode, or is refreshed.
    public var retriesWhenRefused = false
    /// The initial delay before the provider reopens a lost stream, one second by default.
    ///
    /// Consecutive failures double it, up to 30 seconds. Jitter shortens it by at most half.
    public var initialReconnectDelay = Duration.seconds(1)

    /// The maximum number of users whose flags a caching provider stores (0: none, -1: no limit).
    ///
    /// See ``LaunchDarklyProvider/cached(_:name:transport:mapper:userMapper:folder:files:time:random:)``.
    public var maxCachedUsers = 5

    /// The context model of requests: contexts or users.
    ///
    /// The provider sends all contexts in this form, and converts a context with an identity of the other model.
    public var contextModel = LaunchDarklyContextModel.contexts
    /// A Boolean value that indicates whether contexts also describe the app and the device (`ld_application`, `ld_device`).
    ///
    /// LaunchDarkly then counts each device as a separate context, and might bill it as one.
    public var addsEnvironmentAttributes = false
    /// The secure mode hash that proves that the context is genuine, or `nil` for none.
    ///
    /// The app's server creates it.
    public var secureModeHash: String?

    /// Information about the app, and about a library that wraps Halyard.
    public var application = LaunchDarklyApplication()
    /// The additional header fields of all requests, which replace the provider's fields of the same name.
    public var additionalHeaders: [String: String] = [:]
    /// A function that returns the final header fields of each request.
    public var headerProvider: HeaderProvider?

    /// A Boolean value that indicates whether the provider reports evaluations, identifications, and its own state.
    public var sendsEvents = true
    /// The options of events.
    public var events = LaunchDarklyEventOptions()

    /// The number of mobile keys that the app uses, for reports about the configuration.
    package var mobileKeyCount = 1
    /// A Boolean value that indicates whether the system lets an app keep a stream open, which watchOS doesn't.
    var supportsStreaming = Self.isStreamingSupported
    /// The minimum intervals, which replace shorter intervals.
    package var shortestIntervals = ShortestIntervals.standard
    /// The diagnostics from reading the options from a configuration.
    var notes: [Diagnostic] = []

    /// Creates options with default values.
    public init(mobileKey: Secret) { self.mobileKey = mobileKey }

    /// The maximum duration of a poll, or of one attempt to send events, which is 10 seconds by default.
    ///
    /// Streams have their own limits: 10 seconds until the response, and 5 minutes without data.
    public var connectionTimeout: Duration {
        get { events.connectionTimeout }
        set { events.connectionTimeout = newValue }
    }

    private static let canStreamInBackground: Bool = {
        #if os(macOS) || os(Linux)
            true
        #else
            false
        #endif
    }()

    static let isStreamingSupported: Bool = {
        #if os(watchOS)
            false
        #else
            true
        #endif
    }()
}

extension LaunchDarklyOptions {
    /// The minimum times between polls that the service accepts.
    package struct ShortestIntervals: Sendable, Hashable {
        package var polling: Duration
        package var backgroundPolling: Duration

        package init(polling: Duration, backgroundPolling: Duration) {
            self.polling = polling
            self.backgroundPolling = backgroundPolling
        }

        package static let standard: ShortestIntervals = {
            #if DEBUG
                ShortestIntervals(polling: .seconds(30), backgroundPolling: .seconds(60))
            #else
                ShortestIntervals(polling: .seconds(300), backgroundPolling: .seconds(900))
            #endif
        }()
    }

    /// A provider's method of keeping flags up to date in a client mode.
    enum Fetching: Sendable, Hashable {
        case none
        case streaming
        case polling(every: Duration)
    }

    func fetching(in mode: FlagRequest.Mode) -> Fetching {
        if mobileKey.reveal().isEmpty { return .none }
        let streams = streamingMode == .streaming && supportsStreaming
        switch mode {
        case .offline: return .none
        case .online where streams: return .streaming
        case .online: return .polling(every: max(pollingInterval, shortestIntervals.polling))
        case .background where !updatesInBackground: return .none
        case .background where streams && streamsInBackground: return .streaming
        case .background:
            return .polling(every: max(backgroundPollingInterval, shortestIntervals.backgroundPolling))
        }
    }
}
