// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardNetwork
import HalyardSupport
public import HalyardTransport

/// Serves the flags that LaunchDarkly's mobile service, or its Relay Proxy, evaluates for a context.
///
/// Flags come over a stream, or by polling, as the options say. A lost stream is reopened, less and less often, down to
/// every 30 seconds, and the flags stay meanwhile; after a second without a stream the status is `STALE` until all
/// flags have been received again. What cannot be read is skipped and reported. A mobile key that the service refuses
/// ends the run with `ErrorCode.providerFatal`. The use of flags is reported to LaunchDarkly.
///
/// Each environment has its own provider; pass several the same context, and they serve the same user. This provider
/// stores only the key of anonymous users, events that it could not send, and its reports about itself;
/// ``cached(_:name:transport:mapper:userMapper:folder:files:time:random:)`` makes one that also keeps flags, as
/// LaunchDarkly's own clients do.
///
/// Safe to use from any thread, by any number of clients.
public final class LaunchDarklyProvider: FlagProvider {
    /// The version that is sent to servers.
    public static let version = "0.1.0"

    /// The provider's name.
    public let name: String
    /// Flags are stored for an environment, by a digest of its mobile key.
    public let records: RecordIdentity
    package let options: LaunchDarklyOptions
    let dialect: any LaunchDarklyDialect
    let transport: any HTTPTransport
    let requests: LaunchDarklyRequests
    let services: (polling: String, streaming: String)
    /// The events of all clients; nil if nothing is sent.
    let events: LaunchDarklyEvents?
    let time: any TimeSource
    let random: any RandomSource
    let log: ConnectionLog
    let listener: LaunchDarklyListener
    let environmentName = EnvironmentName()

    /// Makes a provider; opens no connection and reads no file.
    ///
    /// - Parameters:
    ///   - options: The service, and how to use it.
    ///   - name: The provider's name.
    ///   - transport: What sends the requests; nil for a new one. It is not closed.
    ///   - mapper: Maps neutral contexts to LaunchDarkly's; nil for a ``LaunchDarklyContextMapper`` without rules,
    ///     whose device keys are kept.
    ///   - userMapper: Maps neutral contexts to users, if the options request users (``LaunchDarklyOptions/contextModel``); nil
    ///     for a ``LaunchDarklyUserMapper`` without rules, with the same device key.
    ///   - folder: Where the device key and reports for the next launch are kept; nil for the place where stored flags
    ///     are, too.
    ///   - files: The file system.
    ///   - time: The clocks.
    ///   - random: The source of identifiers and of the jitter of delays.
    /// - Throws: All problems with the options.
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

    /// Makes a provider of one dialect that also reports the result of each request, as LaunchDarkly's own client API
    /// does.
    ///
    /// - Parameters:
    ///   - options: The service, and how to use it.
    ///   - name: The provider's name.
    ///   - dialect: The form of users, requests and events.
    ///   - transport: What sends the requests; nil for a new one. It is not closed.
    ///   - memory: Where reports about the provider are kept for the next launch; nil not to keep them.
    ///   - store: The store of flags, in whose folder events that could not be sent are kept; nil for no storage.
    ///   - time: The clocks.
    ///   - random: The source of identifiers and of the jitter of delays.
    ///   - listener: Receives the results.
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

    /// The services, as errors name them.
    private static func services(
        _ options: LaunchDarklyOptions
    ) throws(ConfigurationError) -> (polling: String, streaming: String) {
        try InvalidOption.throwIfAny(options.problems)
        return (
            try ServiceURL(options.endpoints.polling, option: "baseUrl").description,
            try ServiceURL(options.endpoints.streaming, option: "streamUrl").description
        )
    }

    /// The context in LaunchDarkly's form, and what is lost; memory only.
    public func mapping(of context: EvaluationContext) -> ContextMapping? {
        ContextMapping(name) {
            let mapped = try dialect.identity(of: context)
            return MappedContext(mapped.output.json, losses: mapped.losses)
        }
    }

    /// A new event sink, unless events are switched off.
    ///
    /// Each client has its own, with its own consent, mode, and room for ``LaunchDarklyEventOptions/capacity`` events.
    /// Of several clients at a time, the first one's sink also reports about the provider itself.
    public var sinks: [ProviderSink] { events.map { [ProviderSink($0.makeSink(), of: name)] } ?? [] }

    /// The context in LaunchDarkly's form, as requests contain it; nil if it cannot be expressed.
    package func launchDarklyContext(of context: EvaluationContext) -> LaunchDarklyContext? {
        let identity = try? dialect.identity(of: context).output
        return identity as? LaunchDarklyContext ?? (identity as? LaunchDarklyUser).map { LaunchDarklyContext($0) }
    }

    /// The service's name for the environment; nil until it has sent one.
    ///
    /// Memory only.
    public var environmentID: String? { environmentName.value }

    /// The current state of the provider's connection; memory only.
    ///
    /// Of several clients that share the provider, the last one to start counts.
    public var connection: LaunchDarklyConnection { log.connection }

    /// The connection now and after each change; a slow reader receives the newest.
    public var connections: AsyncStream<LaunchDarklyConnection> { log.values() }

    /// Returns when the data that ended clients keep for the next run of the app is written.
    public func close() async { await events?.settle() }

    /// Restores the connection's state from the end of an earlier run of the app; call it before the first run.
    package func resume(_ earlier: LaunchDarklyConnection) { log.resume(earlier) }

    /// Forgets the key of anonymous users if the context has it, so that the next anonymous user is another one.
    ///
    /// To LaunchDarkly that is another user, and is billed as one. Waiting events are erased by the sink.
    public func erase(_ context: EvaluationContext) async {
        guard let identity = try? dialect.identity(of: context).output else { return }
        await dialect.forget(identity)
    }

    /// Sends the events that a client of another provider has stored for this environment, once the network may be used.
    package func sendStoredEvents() { events?.loadStored() }

    /// The number of failures to deliver events.
    ///
    /// If it's the same after a flush, the service has accepted all of them.
    package var deliveryFailures: Int { events?.failures ?? 0 }
}

extension LaunchDarklyConnection.Failure {
    /// Why an attempt to send failed; nil when it did not.
    fileprivate init?(_ delivery: SendResult) {
        switch delivery {
        case .delivered: return nil
        case .dropped(let head): self.init(status: head.status)
        case .failed(.status(let response)): self.init(status: response.head.status)
        case .failed(.transport(let error)): self = .unknownError(error.message)
        }
    }
}
