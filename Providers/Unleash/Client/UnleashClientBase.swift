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
/// Reads come from memory. Safe to use from any thread; only the `async` methods wait for the network. Releasing the
/// client stops it. On Apple platforms it is an `ObservableObject` that publishes changes of flags.
public final class UnleashClientBase: Sendable {
    let engine: ClientEngine

    /// Makes a client, which fetches nothing until it is started.
    ///
    /// Reads the bootstrap file, if there is one. A URL or key that cannot be used is reported by the completion of each
    /// start, as ``PollerError/url``, and by the diagnostics of ``halyard``.
    ///
    /// - Parameters:
    ///   - unleashUrl: The URL of the Frontend API or of Edge, such as `https://flags.example.com/api/frontend`.
    ///   - clientKey: The frontend token.
    ///   - refreshInterval: The seconds from one fetch to the next; 0 to fetch once for each start and each context.
    ///   - metricsInterval: The seconds from one metrics report to the next; the first comes two seconds after the
    ///     client is made. 0 to report only when the client is stopped.
    ///   - disableMetrics: Whether reads of flags are not reported.
    ///   - appName: The name of the app, in the context and in metrics.
    ///   - environment: The name of the environment, in the context and in metrics; nil for none.
    ///   - context: The context that flags are for: the predefined fields, and properties. `appName` and `environment`
    ///     are left out.
    ///   - poller: How flags are fetched; the client then ignores `refreshInterval`, `pollerSession`, `customHeaders`,
    ///     `customHeadersProvider`, `bootstrap` and `storageProvider`.
    ///   - pollerSession: What performs the requests, for flags and for metrics.
    ///   - customHeaders: Further header fields of all requests; `Content-Type`, `If-None-Match` and names that begin
    ///     with `unleash-` cannot be set.
    ///   - customHeadersProvider: Provides header fields before each request; they override `customHeaders`.
    ///   - bootstrap: The initial flags, available as soon as the client is made.
    ///   - storageProvider: Where flags are also kept; nil to keep them in memory only.
    ///   - dependencies: The clock and the disk that the client uses; a test passes its own.
    public init(
        unleashUrl: String, clientKey: String, refreshInterval: Int = 15, metricsInterval: Int = 30,
        disableMetrics: Bool = false, appName: String = "unleash-swift-client", environment: String? = "default",
        context: [String: String]? = nil, poller: Poller? = nil,
        pollerSession: sending any PollerSession = Poller.sharedSession(), customHeaders: [String: String] = [:],
        customHeadersProvider: sending any CustomHeadersProvider = DefaultCustomHeadersProvider(),
        bootstrap: Bootstrap = .toggles([]), storageProvider: sending (any StorageProvider)? = nil,
        dependencies: UnleashClientDependencies = UnleashClientDependencies()
    ) {
        var settings: Poller.Settings
        if let poller {
            settings = poller.settings
        } else {
            settings = Poller.Settings(
                refreshInterval: refreshInterval, url: unleashUrl, key: clientKey,
                session: SessionTransport(pollerSession, time: dependencies.time),
                storage: StorageHost(storageProvider), headers: customHeaders,
                headersHost: HeadersHost(customHeadersProvider), bootstrap: bootstrap, appName: appName,
                connectionId: nil, dependencies: dependencies)
        }
        settings.appName = appName
        settings.dependencies = dependencies
        var plan = Plan(settings)
        plan.environment = environment
        plan.metricsInterval = metricsInterval
        plan.disablesMetrics = disableMetrics
        if settings.url != unleashUrl {
            plan.metricsUrl = (try? ServiceURL(unleashUrl))?.text(adding: ["client", "metrics"])
        }
        engine = ClientEngine(
            plan, context: Context(appName: appName, environment: environment, fields: context ?? [:]))
        poller?.adopt(engine)
        publishChanges()
    }
    /// Makes a client with the session before the poller, in the argument order of Unleash's own client.
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

    deinit { engine.stop() }

    /// The underlying Halyard client, for vendor-neutral reads and for its diagnostics.
    ///
    /// Change the context through this object, not through that client.
    public var halyard: FlagClient { engine.client }
}

// MARK: - Flags

extension UnleashClientBase {
    /// Whether a flag is on; false for one that the service does not list.
    ///
    /// The read is counted, and makes an impression if the flag asks for it. Memory only.
    public func isEnabled(name: String) -> Bool { engine.isEnabled(name) }

    /// The variant of a flag, or one named `disabled` for a flag that has none or is not listed.
    ///
    /// A variant that isn't enabled keeps its name. A flag that is off never has an enabled variant.
    /// The read is counted, and makes an impression if the flag asks for it. Memory only.
    public func getVariant(name: String) -> Variant { engine.variant(name) }
}

// MARK: - Starting and stopping

extension UnleashClientBase {
    /// Starts fetching flags and sending metrics; a second call restarts both.
    ///
    /// - Parameters:
    ///   - bootstrap: Flags to serve in place of the current ones. The first fetch then comes after the refresh
    ///     interval, or at once if that is 0, because it would never come otherwise.
    ///   - printToConsole: Whether this client's findings are printed from now on.
    ///   - completionHandler: Called once: at once with nil if flags were bootstrapped, else with the result of the
    ///     first fetch. On Apple platforms on the main thread if the call was made there, else in the background.
    public func start(
        bootstrap: Bootstrap = .toggles([]), _ printToConsole: Bool = false,
        completionHandler: (@Sendable (PollerError?) -> Void)? = nil
    ) {
        engine.start(bootstrap, prints: printToConsole, completionHandler)
    }

    /// Stops fetching, sends the counts, and removes all subscriptions; the flags stay, and the client may be started
    /// again.
    ///
    /// Waiting completions receive ``PollerError/noResponse``. An update of the context also starts the client again.
    public func stop() { engine.stop() }
}
