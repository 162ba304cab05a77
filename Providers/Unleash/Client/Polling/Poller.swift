// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Foundation
import Halyard
import HalyardSupport

/// Decides how flags are fetched; pass one to a client for options that its initialiser does not offer, or to mock the
/// service with your own ``PollerSession``.
///
/// A client with a poller ignores its own refresh interval, custom headers, headers provider and bootstrap, and takes
/// the URL, key and session for its requests from the poller; the app name stays the client's. A poller serves one
/// client at a time, or works alone. Safe to use from any thread.
public final class Poller: Sendable {
    struct Settings: Sendable {
        var refreshInterval: Int
        var url: String
        var key: String
        var session: SessionTransport
        var storage: StorageHost?
        var headers: [String: String]
        var headersHost: HeadersHost
        var bootstrap: Bootstrap
        var appName: String
        var connectionId: String?
        var dependencies: UnleashClientDependencies
    }

    let settings: Settings
    private let current = Lock<ClientEngine?>(nil)

    /// Makes a poller.
    ///
    /// - Parameters:
    ///   - refreshInterval: The seconds from one fetch to the next; nil for 15, 0 to fetch once.
    ///   - unleashUrl: The URL of the Frontend API or of Edge.
    ///   - apiKey: The frontend token.
    ///   - session: What performs the requests.
    ///   - storageProvider: Where flags are also kept; nil to keep them in memory only.
    ///   - customHeaders: Further header fields.
    ///   - customHeadersProvider: Provides header fields before each request.
    ///   - bootstrap: The initial flags.
    ///   - appName: The name of the app, for a poller that works alone.
    ///   - connectionId: Identifies this poller to the service; nil for a new UUID.
    public convenience init(
        refreshInterval: Int? = nil, unleashUrl: String, apiKey: String,
        session: sending any PollerSession = Poller.sharedSession(),
        storageProvider: sending (any StorageProvider)? = nil, customHeaders: [String: String] = [:],
        customHeadersProvider: sending any CustomHeadersProvider = DefaultCustomHeadersProvider(),
        bootstrap: Bootstrap = .toggles([]), appName: String = "unleash-swift-client", connectionId: String? = nil
    ) {
        let dependencies = UnleashClientDependencies()
        self.init(
            Settings(
                refreshInterval: refreshInterval ?? 15, url: unleashUrl, key: apiKey,
                session: SessionTransport(session, time: dependencies.time),
                storage: StorageHost(storageProvider), headers: customHeaders,
                headersHost: HeadersHost(customHeadersProvider), bootstrap: bootstrap, appName: appName,
                connectionId: connectionId, dependencies: dependencies))
    }

    /// Makes a poller from Foundation's `URL` and `UUID`, as Unleash's own poller does.
    public convenience init(
        refreshInterval: Int? = nil, unleashUrl: URL, apiKey: String,
        session: sending any PollerSession = Poller.sharedSession(),
        storageProvider: sending any StorageProvider = DictionaryStorageProvider(),
        customHeaders: [String: String] = [:],
        customHeadersProvider: sending any CustomHeadersProvider = DefaultCustomHeadersProvider(),
        bootstrap: Bootstrap = .toggles([]), appName: String, connectionId: UUID
    ) {
        self.init(
            refreshInterval: refreshInterval, unleashUrl: unleashUrl.absoluteString, apiKey: apiKey, session: session,
            storageProvider: storageProvider, customHeaders: customHeaders,
            customHeadersProvider: customHeadersProvider, bootstrap: bootstrap, appName: appName,
            connectionId: connectionId.uuidString)
    }

    init(_ settings: Settings) { self.settings = settings }

    /// Starts or restarts fetching.
    ///
    /// - Parameters:
    ///   - bootstrapping: Flags to serve meanwhile; the first fetch then comes after the refresh interval.
    ///   - context: The context that the flags are for.
    ///   - completionHandler: Called once: at once if there are flags to serve, else with the result of the fetch.
    public func start(
        bootstrapping: Bootstrap = .toggles([]), context: Context,
        completionHandler: (@Sendable (PollerError?) -> Void)? = nil
    ) {
        engine.start(bootstrapping, context: context, completionHandler)
    }

    /// Starts or restarts fetching, with the flags themselves as bootstrap.
    public func start(
        bootstrapping toggles: [Toggle], context: Context, completionHandler: (@Sendable (PollerError?) -> Void)? = nil
    ) {
        start(bootstrapping: .toggles(toggles), context: context, completionHandler: completionHandler)
    }

    /// Stops fetching; the flags stay.
    public func stop() { engine.stop() }

    /// The flag of a name, without counting the read; nil when there is none.
    public func getFeature(name: String) -> Toggle? { engine.toggle(name) }

    /// Forwards this poller's calls to a client's engine from now on.
    func adopt(_ engine: ClientEngine) {
        let before = current.withLock { current -> ClientEngine? in
            defer { current = engine }
            return current
        }
        before?.stop()
    }

    private var engine: ClientEngine {
        if let engine = current.withLock({ $0 }) { return engine }
        let made = ClientEngine(Plan(settings), context: Context(appName: settings.appName))
        return current.withLock { current in
            let engine = current ?? made
            current = engine
            return engine
        }
    }
}
