// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
public import HalyardTransport

/// A service that receives events, and the rules for sending them.
///
/// A provider creates one service, and passes it to the ``EventDelivery`` of each client.
///
/// ```swift
/// var service = EventService("shop", transport: transport) { payload in
///     HTTPRequest(url, method: "POST", body: JSONWriter.bytes(.array(payload.events.map(\.json))))
/// }
/// service.interval = .seconds(60)
/// ```
/// A service is a value, and is safe to use from any thread.
public struct EventService: Sendable {
    /// The provider's type, for diagnostics and the name of the folder with stored events.
    public let provider: String
    /// The noun for the events at the beginning of a sentence in a diagnostic.
    public let noun: String
    /// The time between automatic requests.
    ///
    /// The default is 30 seconds. With `nil` or zero, only a flush sends events.
    public var interval: Duration? = .seconds(30) {
        didSet { if let given = interval, given <= .zero { interval = nil } }
    }
    /// The time before the first automatic request, or `nil` for the interval.
    public var initialDelay: Duration?
    /// A Boolean value that indicates whether automatic requests are also sent while the app is in the background.
    ///
    /// The default is `true`. A flush always sends events.
    public var sendsInBackground = true
    /// The policy for further attempts with the same payload after a failure.
    public var retry = SendResult.Policy.standard
    /// The backoff between automatic requests after failures, or `nil` for a constant interval.
    ///
    /// With a backoff, automatic requests also observe the pause in a `Retry-After` field, up to an hour. No further attempt starts
    /// during the pause.
    public var backoff: Backoff?
    /// The limits of one attempt.
    public var limits = HTTPLimits()
    /// Returns advice about a rejection with a status.
    public var advice: @Sendable (_ status: Int) -> String = { status in
        [401, 403].contains(status) ? "Check the key." : "Check the URL of the events."
    }
    /// Called after each attempt.
    public var didSend: @Sendable (EventPayload, SendResult) -> Void = { _, _ in }
    /// Returns the request for a payload.
    ///
    /// Called for each attempt. An error counts as a failed attempt. If the service recognizes payloads by an identifier, send
    /// `EventPayload.id`.
    public let request: @Sendable (EventPayload) async throws -> HTTPRequest
    /// The store for events that couldn't be sent, or `nil` without storage.
    package private(set) var store: EventStore?
    let transport: any HTTPTransport
    let time: any TimeSource
    let random: any RandomSource

    /// Creates a service that doesn't store events and doesn't open a connection.
    ///
    /// - Parameters:
    ///   - provider: The provider's type.
    ///   - noun: The noun for the events.
    ///   - transport: The transport of all requests. The service doesn't close it.
    ///   - time: The clock.
    ///   - random: The random source for identifiers and the jitter of delays.
    ///   - request: A function that returns the request for a payload.
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
    /// Also sends events that earlier runs of the app have stored. Does nothing if storage is off. Call it once for each service.
    ///
    /// - Parameters:
    ///   - storage: The limits.
    ///   - environment: A string that distinguishes the vendor's services, such as an address and the digest of a key.
    ///   - store: The store of flags. The events are stored in its folder.
    public mutating func storeEvents(
        _ storage: EventStorageOptions, of environment: String, beside store: FileFlagStore
    ) {
        guard storage.isOn else { return }
        self.store = EventStore(
            provider: provider, noun: noun, environment: environment, in: store.place, limits: storage, time: time)
    }
}
