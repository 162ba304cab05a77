// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
public import HalyardTransport

/// How a ``LaunchDarklyProvider`` talks to its service; all but the mobile key have LaunchDarkly's documented defaults.
public struct LaunchDarklyOptions: Sendable {
    /// How flags are kept up to date.
    public enum StreamingMode: String, Sendable, Hashable, CaseIterable {
        /// The service tells each change as it happens; watchOS polls all the same.
        case streaming
        /// The service is asked at each interval.
        case polling
    }

    /// Gets the URL of a request and the header fields so far, and returns all that shall be sent.
    ///
    /// The tag of the flags in place (`If-None-Match`) is added afterwards, so that no answer confirms other flags than those.
    ///
    /// Called before each request, and each attempt to open a stream; has the connection timeout to answer.
    public typealias HeaderProvider = @Sendable (_ url: String, _ headers: HTTPHeaders) async -> HTTPHeaders

    /// The mobile key of the environment; with an empty one the provider stays offline.
    public var mobileKey: Secret
    /// Where the three services are.
    public var endpoints = LaunchDarklyEndpoints()

    /// How flags are kept up to date while the user sees the app.
    public var streamingMode = StreamingMode.streaming
    /// The time from one poll to the next; 5 minutes by default, and at least (30 seconds in a debug build).
    ///
    /// Kept as it is given; a shorter one is lengthened when it is used, which is told.
    public var pollingInterval = Duration.seconds(300)
    /// The same in the background; an hour by default, at least 15 minutes (a minute in a debug build).
    public var backgroundPollingInterval = Duration.seconds(3600)
    /// Whether flags of a context that are kept from an earlier run, and younger than the polling interval, are asked for at
    /// the start all the same.
    ///
    /// Without it the first poll waits until they are that old; they count as the answer until then. A refresh always asks, and
    /// so does everything else but a poll. Users (``era``) are always asked for at the start.
    public var pollsAtStart = false
    /// Whether flags are kept up to date while the user does not see the app.
    public var updatesInBackground = false
    /// Whether a stream may stay open then; otherwise the service is polled.
    ///
    /// Systems that put apps to sleep do not allow it, so the default is true on macOS and Linux only.
    public var streamsInBackground = Self.canStreamInBackground
    /// Whether the user travels in the body of a `REPORT`, so that nothing of it shows up in logs of URLs.
    ///
    /// A poll that is not taken so is sent again as a `GET`.
    public var usesReport = false
    /// Whether the service says why each flag has its value.
    public var withReasons = false
    /// Whether the service is asked again, every five minutes at most, after it has refused the provider for good
    /// (a 4xx other than 400, 408 and 429 for a stream, 401 for a poll).
    ///
    /// Without it the provider ends, until the client changes context or mode, or is refreshed.
    public var retriesWhenRefused = false
    /// How long to wait at first before a lost stream is opened again; a second by default.
    ///
    /// Failures in a row double it, up to 30 seconds; chance shortens it to no less than half.
    public var initialReconnectDelay = Duration.seconds(1)

    /// How many users' flags a provider with a cache keeps (``LaunchDarklyProvider/cached(_:name:transport:mapper:userMapper:folder:files:time:random:)``);
    /// 0 for none, -1 for all.
    public var maxCachedUsers = 5

    /// What a neutral context is told as; an identity of LaunchDarkly's own that it carries decides for itself.
    public var era = LaunchDarklyEra.contexts
    /// Whether contexts also say which app and which device it is (`ld_application`, `ld_device`).
    ///
    /// Each device then is a context of its own to LaunchDarkly, and may count as one on its bill.
    public var addsEnvironmentAttributes = false
    /// What proves to the service that the context was not made up (secure mode): made by the app's server; nil for nothing.
    public var secureModeHash: String?

    /// Which app asks, and through which library.
    public var application = LaunchDarklyApplication()
    /// Further header fields for all requests; they replace the provider's own.
    public var additionalHeaders: [String: String] = [:]
    /// Has the last word on the header fields of each request.
    public var headerProvider: HeaderProvider?

    /// Whether anything is told about evaluations, identifications and the provider itself.
    public var sendsEvents = true
    /// What is told, and when.
    public var events = LaunchDarklyEventOptions()

    /// Code that runs around evaluations and custom events.
    public var hooks: [any LaunchDarklyHook] = []

    /// How many mobile keys the app uses, as reports about the configuration tell it.
    package var mobileKeyCount = 1
    /// Whether the system lets an app keep a stream open; watchOS does not.
    var supportsStreaming = Self.isStreamingSupported
    /// Below which intervals are lengthened.
    package var shortestIntervals = ShortestIntervals.standard
    /// What was found while the options were read from a configuration.
    var notes: [Diagnostic] = []

    /// Makes options.
    public init(mobileKey: Secret) { self.mobileKey = mobileKey }

    /// How long a poll, or one attempt to send events, may take; 10 seconds by default.
    ///
    /// Streams have limits of their own: 10 seconds to answer, and 5 minutes of silence.
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
    /// The shortest times between two polls that the service is fine with.
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

    /// How a provider keeps flags up to date in a mode of the client.
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
