// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardNetwork
import HalyardSupport
public import HalyardTransport

/// Serves the flags that LaunchDarkly's mobile service, or its Relay Proxy, evaluates for a context.
///
/// ```swift
/// let provider = try LaunchDarklyProvider.cached(options)  // throws everything that is wrong, with a suggestion
/// let flags = FlagClient(provider: provider, context: .user("c3b155b0", ["plan": "gold"]))
/// ```
/// Flags come over a stream or by polling, depending on the options. The provider reopens a lost stream after increasing
/// delays of at most 30 seconds, and keeps the current flags in the meantime. After one second without a stream, the
/// status is `STALE` until all flags have been received again. The provider skips and reports unreadable content. If the
/// service rejects the mobile key, the run ends with `ErrorCode.providerFatal`. The provider reports flag usage to
/// LaunchDarkly.
///
/// Each environment has its own provider. If you pass the same context to several providers, they serve the same user.
/// This provider stores only the keys of anonymous users, unsent events, and reports about itself. To also store flags as
/// LaunchDarkly's client SDKs do, use ``cached(_:name:transport:mapper:userMapper:folder:files:time:random:)``.
///
/// Any number of clients can use it from any thread.
public final class LaunchDarklyProvider: FlagProvider {
    /// The SDK version that requests contain.
    public static let version = "0.1.0"

    /// The provider's name.
    public let name: String
    /// The identity of stored flags, which contains a digest of the environment's mobile key.
    public let records: RecordIdentity
    package let options: LaunchDarklyOptions
    let dialect: any LaunchDarklyDialect
    let transport: any HTTPTransport
    let requests: LaunchDarklyRequests
    let services: (polling: String, streaming: String)
    /// The events of all clients, or `nil` if events are disabled.
    let events: LaunchDarklyEvents?
    let time: any TimeSource
    let random: any RandomSource
    let log: ConnectionLog
    let listener: LaunchDarklyListener
    let environmentName = EnvironmentName()

    /// Creates a provider.
    ///
    /// Doesn't open a connection or read a file.
    ///
    /// - Parameters:
    ///   - options: The options of the provider.
    ///   - name: The provider's name.
    ///   - transport: The transport for requests, or `nil` for a new one. The provider doesn't close it.
    ///   - mapper: The mapper from vendor-neutral to LaunchDarkly contexts, or `nil` for a ``LaunchDarklyContextMapper``
    ///     without rules, which stores its device keys.
    ///   - userMapper: The mapper from vendor-neutral contexts to users, if the options select users
    ///     (``LaunchDarklyOptions/contextModel``). `nil` selects a ``LaunchDarklyUserMapper`` without rules, with the same device key.
    ///   - folder: The folder for the device key and for reports for the next launch, or `nil` for the default folder of
    ///     stored flags.
    ///   - files: The file system.
    ///   - time: The clocks.
    ///   - random: The source of identifiers and of the jitter of delays.
    /// - Throws: An error with all problems of the options.
    public convenience init(
        _ options: LaunchDarklyOptions, name: String = "launchdarkly", transport: (any HTTPTransport)? = nil,
        mapper: (any ContextMapper<LaunchDarklyContext>)? = nil,
        userMapper: (any ContextMapper<LaunchDarklyUser>)? = nil, folder: String? = nil,
        files: any FileSystem = LocalFileSystem(), time: any TimeSource = SystemTime(),
        random: any RandomSource = SystemRandom()
    ) throws(ConfigurationError) {
        let deviceKeys = LaunchDarklyDeviceKeys(
            store: PlatformKeyStore.make(folder: folder, files: files), random: random)
        let mapper = mapper ?? LaunchDarklyContextMapper(deviceKeys: deviceKeys)
        let userMapper = userMapper ?? LaunchDarklyUserMapper(deviceKey: deviceKeys[.user])
        try self.init(
            options, name: name,
            dialect: options.dialect(
                mapper: mapper, userMapper: userMapper,
                deviceKeys: (mapper as? LaunchDarklyContextMapper)?.deviceKeys ?? deviceKeys, random: random),
            transport: transport,
            memory: DiagnosticMemory(mobileKey: options.mobileKey, folder: folder, files: files),
            store: FileFlagStore(folder: folder, files: files, time: time), time: time, random: random,
            listener: LaunchDarklyListener())
    }

    /// Creates a provider for one dialect that also reports the result of each request, as LaunchDarkly's client API does.
    ///
    /// - Parameters:
    ///   - options: The options of the provider.
    ///   - name: The provider's name.
    ///   - dialect: The format of users, requests, and events.
    ///   - transport: The transport for requests, or `nil` for a new one. The provider doesn't close it.
    ///   - memory: The storage of reports about the provider for the next launch, or `nil` to discard them.
    ///   - store: The flag store, whose folder also contains unsent events, or `nil` for no storage.
    ///   - time: The clocks.
    ///   - random: The source of identifiers and of the jitter of delays.
    ///   - listener: The receiver of the results.
    package init(
        _ options: LaunchDarklyOptions, name: String, dialect: any LaunchDarklyDialect,
        transport: (any HTTPTransport)?, memory: DiagnosticMemory?, store: FileFlagStore? = nil,
        time: any TimeSource, random: any RandomSource, listener: LaunchDarklyListener
    ) throws(ConfigurationError) {
        services = try Self.services(options)
        records = RecordIdentity(service: SHA256.hexDigest(of: options.mobileKey.reveal().utf8))
        let transport = transport ?? PlatformTransport.make(time: time)
        let requests = LaunchDarklyRequests(options, dialect: dialect)
        let log = ConnectionLog(listener.connectionChanged)
        self.name = name
        self.options = options
        self.dialect = dialect
        self.transport = transport
        self.requests = requests
        self.time = time
        self.random = random
        self.log = log
        self.listener = listener
        guard options.sendsEvents else {
            events = nil
            return
        }
        events = LaunchDarklyEvents(
            options.events, requests, transport, facts: LaunchDarklyDiagnosticFacts(options), memory: memory,
            store: store, time: time, random: random
        ) { delivery in
            if let failure = LaunchDarklyConnection.Failure(delivery) {
                log.note([.failed(failure)], of: nil, at: time.now)
                log.tell()
            }
            listener.delivered(delivery)
        }
    }

    /// Returns the services as error messages name them.
    private static func services(
        _ options: LaunchDarklyOptions
    ) throws(ConfigurationError) -> (polling: String, streaming: String) {
        try InvalidOption.throwIfAny(options.problems)
        return (
            try ServiceURL(options.endpoints.polling, option: "baseUrl").description,
            try ServiceURL(options.endpoints.streaming, option: "streamUrl").description
        )
    }

    /// Returns the context in LaunchDarkly's format and the losses of the conversion.
    ///
    /// Doesn't perform I/O.
    public func mapping(of context: EvaluationContext) -> ContextMapping? {
        ContextMapping(name) {
            let mapped = try dialect.identity(of: context)
            return MappedContext(mapped.output.json, losses: mapped.losses)
        }
    }

    /// An array with a new event sink, or an empty array if events are disabled.
    ///
    /// Each client has its own sink with its own consent, mode, and room for ``LaunchDarklyEventOptions/capacity`` events.
    /// If several clients are active at the same time, the first client's sink also reports about the provider itself.
    public var sinks: [ProviderSink] { events.map { [ProviderSink($0.makeSink(), of: name)] } ?? [] }

    /// Returns the context in the format that requests contain, or `nil` if it can't be converted.
    package func launchDarklyContext(of context: EvaluationContext) -> LaunchDarklyContext? {
        let identity = try? dialect.identity(of: context).output
        return identity as? LaunchDarklyContext ?? (identity as? LaunchDarklyUser).map { LaunchDarklyContext($0) }
    }

    /// The service's name for the environment, or `nil` if the service hasn't sent one yet.
    ///
    /// Doesn't perform I/O.
    public var environmentID: String? { environmentName.value }

    /// The current state of the provider's connection.
    ///
    /// Doesn't perform I/O. If several clients share the provider, this is the state for the last client that started.
    public var connection: LaunchDarklyConnection { log.connection }

    /// The connection now and after each change.
    ///
    /// A slow reader receives only the newest value.
    public var connections: AsyncStream<LaunchDarklyConnection> { log.values() }

    /// Waits until the data that ended clients store for the next launch has been written.
    public func close() async { await events?.settle() }

    /// Restores the connection's state from the end of an earlier launch.
    ///
    /// Call it before the first run.
    package func resume(_ earlier: LaunchDarklyConnection) { log.resume(earlier) }

    /// Forgets the key of anonymous users if the context uses it, so that the next anonymous user gets a new key.
    ///
    /// LaunchDarkly counts and bills the new key as another user. The sink erases waiting events.
    public func erase(_ context: EvaluationContext) async {
        guard let identity = try? dialect.identity(of: context).output else { return }
        await dialect.forget(identity)
    }

    /// Sends the events that a client of another provider has stored for this environment, when the network can be used.
    package func sendStoredEvents() { events?.loadStored() }

    /// The number of failures to deliver events.
    ///
    /// If the number is the same after a flush, the service has accepted all events.
    package var deliveryFailures: Int { events?.failures ?? 0 }
}

extension LaunchDarklyConnection.Failure {
    /// Creates the reason why an attempt to send failed, or returns `nil` if it succeeded.
    fileprivate init?(_ delivery: SendResult) {
        switch delivery {
        case .delivered: return nil
        case .dropped(let head): self.init(status: head.status)
        case .failed(.status(let response)): self.init(status: response.head.status)
        case .failed(.transport(let error)): self = .unknownError(error.message)
        }
    }
}
