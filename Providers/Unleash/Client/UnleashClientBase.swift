// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardTransport

/// The client of Unleash's Swift SDK, as a thin layer over Halyard: an `UnleashProvider` and a `FlagClient`.
///
/// ```swift
/// let unleash = UnleashClient(unleashUrl: "https://flags.example.com/api/frontend", clientKey: key)
/// unleash.subscribe(.ready) { print(unleash.isEnabled(name: "new-nav")) }
/// unleash.start()
/// ```
/// Reads come from memory. Safe to use from any thread; no method waits for the network but the `async` ones. Letting the
/// client go stops it. On Apple's systems it is an `ObservableObject` that publishes changes of flags.
public final class UnleashClientBase: Sendable {
    let conductor: Conductor

    /// Makes a client; it fetches nothing until it is started.
    ///
    /// Reads the bootstrap file, if there is one. A URL or key that cannot be used is told about by ``UnleashEvent/error``
    /// and by the completion of each start: ``PollerError/url``.
    ///
    /// - Parameters:
    ///   - unleashUrl: The URL of the Frontend API or of Edge, such as `https://flags.example.com/api/frontend`.
    ///   - clientKey: The frontend token.
    ///   - refreshInterval: The seconds from one fetch to the next; 0 to fetch once for each start and each context.
    ///   - metricsInterval: The seconds from one report of metrics to the next; the first comes two seconds after the
    ///     client is made. 0 to report only when the client is stopped.
    ///   - disableMetrics: Whether nothing is reported about how often flags are read.
    ///   - appName: The name of the app, in the context and in metrics.
    ///   - environment: The name of the environment, in the context and in metrics; nil for none.
    ///   - context: Whom flags are for: the predefined fields, and properties. `appName` and `environment` are left out.
    ///   - poller: How flags are fetched; the client then ignores `refreshInterval`, `pollerSession`, `customHeaders`,
    ///     `customHeadersProvider`, `bootstrap` and `storageProvider`.
    ///   - pollerSession: What performs the requests, for flags and for metrics.
    ///   - customHeaders: Further header fields of all requests; `Content-Type`, `If-None-Match` and what begins with
    ///     `unleash-` cannot be set.
    ///   - customHeadersProvider: Gives header fields before each request; they win over `customHeaders`.
    ///   - bootstrap: Flags to begin with; there as soon as the client is.
    ///   - storageProvider: Where flags are also kept; nil for nowhere.
    ///   - surroundings: The clock and the disk that the client uses; those of a test where they are given.
    public init(
        unleashUrl: String, clientKey: String, refreshInterval: Int = 15, metricsInterval: Int = 30,
        disableMetrics: Bool = false, appName: String = "unleash-swift-client", environment: String? = "default",
        context: [String: String]? = nil, poller: Poller? = nil,
        pollerSession: sending any PollerSession = Poller.sharedSession(), customHeaders: [String: String] = [:],
        customHeadersProvider: sending any CustomHeadersProvider = DefaultCustomHeadersProvider(),
        bootstrap: Bootstrap = .toggles([]), storageProvider: sending (any StorageProvider)? = nil,
        surroundings: UnleashSurroundings = UnleashSurroundings()
    ) {
        var settings: Poller.Settings
        if let poller {
            settings = poller.settings
        } else {
            settings = Poller.Settings(
                refreshInterval: refreshInterval, url: unleashUrl, key: clientKey,
                session: SessionTransport(pollerSession, time: surroundings.time),
                storage: StorageHost(storageProvider), headers: customHeaders,
                headersHost: HeadersHost(customHeadersProvider), bootstrap: bootstrap, appName: appName,
                connectionId: nil, surroundings: surroundings)
        }
        settings.appName = appName
        settings.surroundings = surroundings
        var plan = Plan(settings)
        plan.environment = environment
        plan.metricsInterval = metricsInterval
        plan.disablesMetrics = disableMetrics
        if settings.url != unleashUrl {
            plan.metricsUrl = (try? ServiceURL(unleashUrl))?.text(adding: ["client", "metrics"])
        }
        conductor = Conductor(
            plan, context: Context(appName: appName, environment: environment, fields: context ?? [:]))
        poller?.adopt(conductor)
        publishChanges()
    }
    /// The same with the session in front of the poller, as Unleash's own client has them.
    public convenience init(
        unleashUrl: String, clientKey: String, refreshInterval: Int = 15, metricsInterval: Int = 30,
        disableMetrics: Bool = false, appName: String = "unleash-swift-client", environment: String? = "default",
        context: [String: String]? = nil, pollerSession: sending any PollerSession, poller: Poller?,
        customHeaders: [String: String] = [:],
        customHeadersProvider: sending any CustomHeadersProvider = DefaultCustomHeadersProvider(),
        bootstrap: Bootstrap = .toggles([])
    ) {
        self.init(
            unleashUrl: unleashUrl, clientKey: clientKey, refreshInterval: refreshInterval,
            metricsInterval: metricsInterval, disableMetrics: disableMetrics, appName: appName,
            environment: environment, context: context, poller: poller, pollerSession: pollerSession,
            customHeaders: customHeaders, customHeadersProvider: customHeadersProvider, bootstrap: bootstrap)
    }

    deinit { conductor.stop() }

    /// Halyard's own client underneath, for reading flags the neutral way and for its diagnostics.
    ///
    /// Change the context through this object, not through that one.
    public var halyard: FlagClient { conductor.client }
}

// MARK: - Flags

extension UnleashClientBase {
    /// Whether a flag is on; false for one that the service does not list.
    ///
    /// Counted, and an impression if the flag asks for it. Memory only.
    public func isEnabled(name: String) -> Bool { conductor.isEnabled(name) }

    /// The variant of a flag; a disabled one for a flag that is off, has none, or is not listed.
    ///
    /// Counted, and an impression if the flag asks for it. Memory only.
    public func getVariant(name: String) -> Variant { conductor.variant(name) }
}

// MARK: - Life

extension UnleashClientBase {
    /// Starts fetching flags and sending metrics; called again, it starts anew.
    ///
    /// - Parameters:
    ///   - bootstrap: Flags to serve in the place of those that are there. The first fetch then comes after the refresh
    ///     interval, or at once where that is 0: it would never come otherwise.
    ///   - printToConsole: Whether findings of this client are printed from now on.
    ///   - completionHandler: Called once: at once with nil if flags were bootstrapped, else with what came of the first
    ///     fetch. On Apple's systems on the main thread if the call was made there, else in the background.
    public func start(
        bootstrap: Bootstrap = .toggles([]), _ printToConsole: Bool = false,
        completionHandler: (@Sendable (PollerError?) -> Void)? = nil
    ) {
        conductor.start(bootstrap, prints: printToConsole, completionHandler)
    }

    /// Stops fetching, sends what was counted, and forgets who subscribed; the flags stay, and the client may be started
    /// again.
    ///
    /// Completions that wait get ``PollerError/noResponse``. An update of the context starts it again, too.
    public func stop() { conductor.stop() }
}
