// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Foundation
import Halyard
import HalyardSupport

/// A poller that controls how flags are fetched.
///
/// Pass a poller to a client for options that the client's initializer doesn't offer, or to mock the service with a custom
/// ``PollerSession``.
///
/// A client with a poller ignores its own refresh interval, custom headers, headers provider, and bootstrap. It uses the
/// poller's URL, key, and session for requests, and its own app name. A poller serves one client at a time, or works alone.
/// It's safe to use from any thread.
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

    /// Creates a poller.
    ///
    /// - Parameters:
    ///   - refreshInterval: The interval between fetches, in seconds, `nil` for 15 seconds, or 0 to fetch once.
    ///   - unleashUrl: The URL of the Frontend API or of Edge.
    ///   - apiKey: The frontend token.
    ///   - session: The session that performs requests.
    ///   - storageProvider: An additional store for flags, or `nil` to store them in memory only.
    ///   - customHeaders: Additional header fields.
    ///   - customHeadersProvider: A provider of header fields for each request.
    ///   - bootstrap: The initial flags.
    ///   - appName: The name of the app, for a poller that works alone.
    ///   - connectionId: An identifier of this poller for the service, or `nil` for a new UUID.
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

    /// Creates a poller with a `URL` and a `UUID`, as in the Unleash Swift client.
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
    ///   - bootstrapping: The flags to serve in the meantime. If there are any, the first fetch comes after the refresh
    ///     interval.
    ///   - context: The evaluation context.
    ///   - completionHandler: Called once. If there are bootstrapped flags, it's called immediately. Otherwise it's called
    ///     with the result of the fetch.
    public func start(
        bootstrapping: Bootstrap = .toggles([]), context: Context,
        completionHandler: (@Sendable (PollerError?) -> Void)? = nil
    ) {
        engine.start(bootstrapping, context: context, completionHandler)
    }

    /// Starts or restarts fetching, with an array of flags as bootstrap.
    public func start(
        bootstrapping toggles: [Toggle], context: Context, completionHandler: (@Sendable (PollerError?) -> Void)? = nil
    ) {
        start(bootstrapping: .toggles(toggles), context: context, completionHandler: completionHandler)
    }

    /// Stops fetching.
    ///
    /// The flags remain.
    public func stop() { engine.stop() }

    /// Returns a flag without counting the read, or `nil` if it doesn't exist.
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
