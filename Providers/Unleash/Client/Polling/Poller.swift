// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Foundation
import Halyard
import HalyardSupport

/// How flags are fetched; hand one to a client to decide more than its initialiser lets you, or to mock the service with a
/// ``PollerSession`` of your own.
///
/// A client that is given a poller ignores its own refresh interval, custom headers, headers provider and bootstrap, and
/// takes URL, key and session for its requests from here; the app's name stays the client's. A poller serves one client at a time, or works alone.
/// Safe to use from any thread.
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
        var surroundings: UnleashSurroundings
    }

    let settings: Settings
    private let current = Lock<Conductor?>(nil)

    /// Makes a poller.
    ///
    /// - Parameters:
    ///   - refreshInterval: The seconds from one fetch to the next; nil for 15, 0 to fetch once.
    ///   - unleashUrl: The URL of the Frontend API or of Edge.
    ///   - apiKey: The frontend token.
    ///   - session: What performs the requests.
    ///   - storageProvider: Where flags are also kept; nil for nowhere.
    ///   - customHeaders: Further header fields.
    ///   - customHeadersProvider: Gives header fields before each request.
    ///   - bootstrap: Flags to begin with.
    ///   - appName: The name of the app, for a poller that works alone.
    ///   - connectionId: What tells this poller apart for the service; nil for a new UUID.
    public convenience init(
        refreshInterval: Int? = nil, unleashUrl: String, apiKey: String,
        session: sending any PollerSession = Poller.sharedSession(),
        storageProvider: sending (any StorageProvider)? = nil, customHeaders: [String: String] = [:],
        customHeadersProvider: sending any CustomHeadersProvider = DefaultCustomHeadersProvider(),
        bootstrap: Bootstrap = .toggles([]), appName: String = "unleash-swift-client", connectionId: String? = nil
    ) {
        let surroundings = UnleashSurroundings()
        self.init(
            Settings(
                refreshInterval: refreshInterval ?? 15, url: unleashUrl, key: apiKey,
                session: SessionTransport(session, time: surroundings.time),
                storage: StorageHost(storageProvider), headers: customHeaders,
                headersHost: HeadersHost(customHeadersProvider), bootstrap: bootstrap, appName: appName,
                connectionId: connectionId, surroundings: surroundings))
    }

    /// The same with a URL and an identifier of Foundation's, as Unleash's own poller takes them.
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

    /// Starts fetching, or starts anew.
    ///
    /// - Parameters:
    ///   - bootstrapping: Flags to serve meanwhile; the first fetch then comes after the refresh interval.
    ///   - context: Whom the flags are for.
    ///   - completionHandler: Called once: at once if there are flags to serve, else with what came of the fetch.
    public func start(
        bootstrapping: Bootstrap = .toggles([]), context: Context,
        completionHandler: (@Sendable (PollerError?) -> Void)? = nil
    ) {
        conductor.start(bootstrapping, context: context, completionHandler)
    }

    /// The same with the flags themselves.
    public func start(
        bootstrapping toggles: [Toggle], context: Context, completionHandler: (@Sendable (PollerError?) -> Void)? = nil
    ) {
        start(bootstrapping: .toggles(toggles), context: context, completionHandler: completionHandler)
    }

    /// Fetches no more; the flags stay.
    public func stop() { conductor.stop() }

    /// The flag of a name, without counting the read; nil when there is none.
    public func getFeature(name: String) -> Toggle? { conductor.toggle(name) }

    /// Lets a client's conductor do what this poller is asked for.
    func adopt(_ conductor: Conductor) {
        let before = current.withLock { current -> Conductor? in
            defer { current = conductor }
            return current
        }
        before?.stop()
    }

    private var conductor: Conductor {
        if let conductor = current.withLock({ $0 }) { return conductor }
        let made = Conductor(Plan(settings), context: Context(appName: settings.appName))
        return current.withLock { current in
            let conductor = current ?? made
            current = conductor
            return conductor
        }
    }
}
