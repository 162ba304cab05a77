// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardTransport

/// A client with the API of the Unleash Swift client.
///
/// It's a thin layer over Halyard, with an `UnleashProvider` and a `FlagClient`.
///
/// ```swift
/// let unleash = UnleashClient(unleashUrl: "https://flags.example.com/api/frontend", clientKey: key)
/// unleash.subscribe(.ready) { print(unleash.isEnabled(name: "new-nav")) }
/// unleash.start()
/// ```
/// Reads only access memory, and only the `async` methods wait for the network. The client is safe to use from any thread.
/// Releasing the client stops it. On Apple platforms, it's an `ObservableObject` that publishes changes of flags.
public final class UnleashClientBase: Sendable {
    let engine: ClientEngine

    /// Creates a client, which doesn't fetch anything until you start it.
    ///
    /// Reads the bootstrap file, if there is one. If the URL or key is invalid, the completion of each start receives
    /// ``PollerError/url``, and the diagnostics of ``halyard`` report the reason.
    ///
    /// - Parameters:
    ///   - unleashUrl: The URL of the Frontend API or of Edge, such as `https://flags.example.com/api/frontend`.
    ///   - clientKey: The frontend token.
    ///   - refreshInterval: The interval between fetches, in seconds, or 0 to fetch once for each start and each context.
    ///   - metricsInterval: The interval between metrics reports, in seconds, or 0 to report only when the client stops.
    ///     The client sends the first report 2 seconds after its creation.
    ///   - disableMetrics: A Boolean value that indicates whether the client doesn't report reads of flags.
    ///   - appName: The name of the app, in the context and in metrics.
    ///   - environment: The name of the environment, in the context and in metrics, or `nil` for none.
    ///   - context: The evaluation context, with predefined fields and properties. Its `appName` and `environment` are
    ///     ignored.
    ///   - poller: A poller that fetches flags. With a poller, the client ignores `refreshInterval`, `pollerSession`,
    ///     `customHeaders`, `customHeadersProvider`, `bootstrap`, and `storageProvider`.
    ///   - pollerSession: The session that performs requests for flags and metrics.
    ///   - customHeaders: Additional header fields of all requests, except `Content-Type`, `If-None-Match`, and names that
    ///     begin with `unleash-`.
    ///   - customHeadersProvider: A provider of header fields for each request, which override `customHeaders`.
    ///   - bootstrap: The initial flags, which are available immediately.
    ///   - storageProvider: An additional store for flags, or `nil` to store them in memory only.
    ///   - dependencies: The system dependencies of the client, which tests can replace.
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
    /// Creates a client with the argument order of the Unleash Swift client, in which the session precedes the poller.
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

    /// The underlying Halyard client, for vendor-neutral reads and for diagnostics.
    ///
    /// Don't change the context through it. Change it through this object.
    public var halyard: FlagClient { engine.client }
}

// MARK: - Flags

extension UnleashClientBase {
    /// Returns a Boolean value that indicates whether a flag is on.
    ///
    /// Returns `false` if the service doesn't list the flag. Reads memory, or the storage provider while the client has no
    /// flags. The read is counted, and causes an impression event if the flag has impression data enabled.
    public func isEnabled(name: String) -> Bool { engine.isEnabled(name) }

    /// Returns the variant of a flag, or a variant named `disabled` if the flag has none or isn't listed.
    ///
    /// A variant that isn't enabled keeps its name. A flag that is off never has an enabled variant. Reads memory, or the
    /// storage provider while the client has no flags. The read is counted, and causes an impression event if the flag has
    /// impression data enabled.
    public func getVariant(name: String) -> Variant { engine.variant(name) }
}

// MARK: - Starting and stopping

extension UnleashClientBase {
    /// Starts fetching flags and sending metrics, or restarts both.
    ///
    /// - Parameters:
    ///   - bootstrap: The flags that replace the current flags. If there are any, the first fetch comes after the refresh
    ///     interval. With an interval of 0, it comes immediately, because it would otherwise never come.
    ///   - printToConsole: A Boolean value that indicates whether this client's diagnostics are printed from now on.
    ///   - completionHandler: Called once. If flags were bootstrapped, it's called immediately with `nil`. Otherwise it's
    ///     called with the result of the first fetch. On Apple platforms, a call on the main thread receives the result on
    ///     the main thread. Otherwise it's called in the background.
    public func start(
        bootstrap: Bootstrap = .toggles([]), _ printToConsole: Bool = false,
        completionHandler: (@Sendable (PollerError?) -> Void)? = nil
    ) {
        engine.start(bootstrap, prints: printToConsole, completionHandler)
    }

    /// Stops fetching, sends the remaining metrics, and removes all subscriptions.
    ///
    /// The flags remain, and you can start the client again. An update of the context also starts it again. Waiting
    /// completions receive ``PollerError/noResponse``.
    public func stop() { engine.stop() }
}
