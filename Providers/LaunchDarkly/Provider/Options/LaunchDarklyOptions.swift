// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
public import HalyardTransport

/// How a ``LaunchDarklyProvider`` talks to its service; everything but the mobile key has LaunchDarkly's documented
/// default.
public struct LaunchDarklyOptions: Sendable {
    /// How flags are kept up to date.
    public enum StreamingMode: String, Sendable, Hashable, CaseIterable {
        /// The service sends each change as it happens; watchOS polls nevertheless.
        case streaming
        /// The service is polled at each interval.
        case polling
    }

    /// Receives the URL of a request and the header fields so far, and returns all fields to send.
    ///
    /// The tag of the flags in place (`If-None-Match`) is added afterwards, so that no response confirms other flags.
    ///
    /// Called before each request, and each attempt to open a stream; must return within the connection timeout.
    public typealias HeaderProvider = @Sendable (_ url: String, _ headers: HTTPHeaders) async -> HTTPHeaders

    /// The mobile key of the environment; with an empty one the provider stays offline.
    public var mobileKey: Secret
    /// The addresses of the three services.
    public var endpoints = LaunchDarklyEndpoints()

    /// How flags are kept up to date in the foreground.
    public var streamingMode = StreamingMode.streaming
    /// The time from one poll to the next; 5 minutes by default, which is also the minimum (30 seconds in a debug
    /// build).
    ///
    /// Stored as it is given; a shorter one is lengthened when it is used, which is reported.
    public var pollingInterval = Duration.seconds(300)
    /// The time between polls in the background; an hour by default, at least 15 minutes (a minute in a debug build).
    public var backgroundPollingInterval = Duration.seconds(3600)
    /// Whether flags of a context are fetched at the start even if those kept from an earlier run are younger than the
    /// polling interval.
    ///
    /// Without it the first poll waits until they are that old; they count as the answer until then. A refresh always
    /// fetches, and so does everything else but a poll. Flags of users (``contextModel``) are always fetched at the start.
    public var pollsAtStart = false
    /// Whether flags are kept up to date in the background.
    public var updatesInBackground = false
    /// Whether a stream may stay open in the background; otherwise the service is polled.
    ///
    /// Systems that suspend apps do not allow it, so the default is true on macOS and Linux only.
    public var streamsInBackground = Self.canStreamInBackground
    /// Whether the user is sent in the body of a `REPORT`, so that nothing of it appears in logs of URLs.
    ///
    /// A poll that is not accepted in this form is sent again as a `GET`.
    public var usesReport = false
    /// Whether the service sends the reason for each flag's value.
    public var withReasons = false
    /// Whether the provider tries again, every five minutes at most, after the service has refused it for good (a 4xx
    /// other than 400, 408 and 429 for a stream, 401 for a poll).
    ///
    /// Without it the provider ends, until the client changes context or mode, or is refreshed.
    public var retriesWhenRefused = false
    /// The initial delay before a lost stream is opened again; a second by default.
    ///
    /// Consecutive failures double it, up to 30 seconds; jitter shortens it by at most half.
    public var initialReconnectDelay = Duration.seconds(1)

    /// How many users' flags a provider with a cache keeps; 0 for none, -1 for all.
    ///
    /// See ``LaunchDarklyProvider/cached(_:name:transport:mapper:userMapper:folder:files:time:random:)``.
    public var maxCachedUsers = 5

    /// The generation: contexts or users.
    ///
    /// All contexts of the provider are sent in its form. One that carries an identity of the other generation is converted.
    public var contextModel = LaunchDarklyContextModel.contexts
    /// Whether contexts also describe the app and the device (`ld_application`, `ld_device`).
    ///
    /// To LaunchDarkly, each device is then a separate context, and may be billed as one.
    public var addsEnvironmentAttributes = false
    /// The proof to the service that the context is genuine (secure mode), made by the app's server; nil for none.
    public var secureModeHash: String?

    /// The app, and the library around this one.
    public var application = LaunchDarklyApplication()
    /// Further header fields for all requests; they replace the provider's own.
    public var additionalHeaders: [String: String] = [:]
    /// Makes the final header fields of each request.
    public var headerProvider: HeaderProvider?

    /// Whether anything is reported about evaluations, identifications and the provider itself.
    public var sendsEvents = true
    /// What is reported, and when.
    public var events = LaunchDarklyEventOptions()

    /// How many mobile keys the app uses, for reports about the configuration.
    package var mobileKeyCount = 1
    /// Whether the system lets an app keep a stream open; watchOS does not.
    var supportsStreaming = Self.isStreamingSupported
    /// The minimum intervals; shorter ones are lengthened.
    package var shortestIntervals = ShortestIntervals.standard
    /// Findings from reading the options from a configuration.
    var notes: [Diagnostic] = []

    /// Makes options.
    public init(mobileKey: Secret) { self.mobileKey = mobileKey }

    /// How long a poll, or one attempt to send events, may take; 10 seconds by default.
    ///
    /// Streams have their own limits: 10 seconds to respond, and 5 minutes of silence.
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
    /// The shortest times between two polls that the service accepts.
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
