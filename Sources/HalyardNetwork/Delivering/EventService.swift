// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
public import HalyardTransport

/// A service that receives events, and the rules for sending them.
///
/// A provider makes one, and gives it to the ``EventDelivery`` of each client.
///
/// ```swift
/// var service = EventService("shop", transport: transport) { payload in
///     HTTPRequest(url, method: "POST", body: JSONWriter.bytes(.array(payload.events.map(\.json))))
/// }
/// service.interval = .seconds(60)
/// ```
/// This is a value. It's safe to use from any thread.
public struct EventService: Sendable {
    /// The provider's type, for diagnostics and the name of the folder of stored events.
    public let provider: String
    /// The noun for the events, as it begins a sentence in a diagnostic.
    public let noun: String
    /// The time from one automatic request to the next.
    ///
    /// By default, 30 seconds. Nil or zero to send events only at a flush.
    public var interval: Duration? = .seconds(30) {
        didSet { if let given = interval, given <= .zero { interval = nil } }
    }
    /// The time before the first automatic request.
    ///
    /// Nil for the interval.
    public var initialDelay: Duration?
    /// Automatic requests are also sent while the app is in the background.
    ///
    /// By default, true. A flush sends events in any case.
    public var sendsInBackground = true
    /// The further attempts after a failure, with the same payload.
    public var retry = SendResult.Policy.standard
    /// The rule by which the time between automatic requests grows after failures.
    ///
    /// With a backoff, automatic requests also keep the pause in a `Retry-After` field, up to an hour. There is no further attempt before.
    /// Nil for a constant interval.
    public var backoff: Backoff?
    /// The limits of one attempt.
    public var limits = HTTPLimits()
    /// Returns what to do about a refusal with a status.
    public var advice: @Sendable (_ status: Int) -> String = { status in
        [401, 403].contains(status) ? "Check the key." : "Check the URL of the events."
    }
    /// Called after each attempt.
    public var didSend: @Sendable (EventPayload, SendResult) -> Void = { _, _ in }
    /// Returns the request for a payload.
    ///
    /// Called for each attempt. An error counts as a failed attempt. If the service counts payloads by an identifier, send ``EventPayload/id``.
    public let request: @Sendable (EventPayload) async throws -> HTTPRequest
    /// The place of events that couldn't be sent.
    ///
    /// Nil for no storage.
    package private(set) var store: EventStore?
    let transport: any HTTPTransport
    let time: any TimeSource
    let random: any RandomSource

    /// Creates a service that stores nothing.
    ///
    /// Opens no connection.
    ///
    /// - Parameters:
    ///   - provider: The provider's type.
    ///   - noun: The noun for the events.
    ///   - transport: The transport of all requests. It isn't closed.
    ///   - time: The clock.
    ///   - random: The source of identifiers and of the jitter of delays.
    ///   - request: Returns the request for a payload.
    public init(
        _ provider: String, noun: String = "Events", transport: any HTTPTransport, time: any TimeSource = SystemTime(),
        random: any RandomSource = SystemRandom(),
        request: @escaping @Sendable (EventPayload) async throws -> HTTPRequest
    ) {
        self.provider = provider
        self.noun = noun
        self.transport = transport
        self.time = time
        self.random = random
        self.request = request
    }

    /// Turns on the storage of events that can't be sent.
    ///
    /// Events that earlier runs of the app have stored are sent, too. Does nothing if the storage is off. Call it once for each service.
    ///
    /// - Parameters:
    ///   - storage: The limits.
    ///   - environment: What distinguishes the vendor's services, such as an address and the digest of a key.
    ///   - store: The store of flags, in whose folder the events are kept.
    public mutating func storeEvents(_ storage: EventStorage, of environment: String, beside store: FileFlagStore) {
        guard storage.isOn else { return }
        self.store = EventStore(
            provider: provider, noun: noun, environment: environment, in: store.place, limits: storage, time: time)
    }
}
