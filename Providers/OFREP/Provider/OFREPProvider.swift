// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardNetwork
public import HalyardTransport

/// A provider of flags that a server evaluates, over the OpenFeature Remote Evaluation Protocol (OFREP).
///
/// Servers with OFREP include flagd, GO Feature Flag, Flipt, and the ConfigCat proxy. The provider requests the flags of a
/// context at the start, after each change of the context, and when the app returns to the foreground. It also requests
/// them when the server announces a change over an event stream, and at each polling interval, if there is one.
///
/// After a failure, the current flags remain, and the provider tries again at increasing intervals of up to 5 minutes. A
/// rejected credential (401, 403) ends the run. The provider always respects a pause that the server requests. Because
/// OFREP has no events, nothing is reported to the server. Use a `TelemetryHook` or a custom event sink.
///
/// ```swift
/// var options = OFREPOptions(url: "https://flags.example.com")
/// options.bearer = Secret(token)
/// let client = FlagClient(provider: try OFREPProvider(options))
/// ```
/// It's safe to use from any thread, with any number of clients.
public final class OFREPProvider: FlagProvider {
    /// The provider's name.
    public let name: String
    /// The identity of stored flags, which includes the URL, the header fields, and a digest of the credential.
    ///
    /// Stored flags remain valid when attributes change.
    public let records: RecordIdentity
    let options: OFREPOptions
    let service: OFREPService
    let streams: OFREPStreams
    let time: any TimeSource
    let random: any RandomSource
    let polling: PolledService
    private let mapper: any ContextMapper<FlagValue>

    /// Creates a provider.
    ///
    /// Doesn't open a connection or read a file.
    ///
    /// - Parameters:
    ///   - options: The service and its options.
    ///   - name: The provider's name.
    ///   - transport: The transport that sends requests, or `nil` for a new one. The provider doesn't close it.
    ///   - mapper: A mapper from the context to the sent JSON object, or `nil` for an ``OFREPContextMapper`` that follows
    ///     the options.
    ///   - time: The clock.
    ///   - random: The source of jitter.
    /// - Throws: A `ConfigurationError` with all problems of the options.
    public init(
        _ options: OFREPOptions, name: String = "ofrep", transport: (any HTTPTransport)? = nil,
        mapper: (any ContextMapper<FlagValue>)? = nil, time: any TimeSource = SystemTime(),
        random: any RandomSource = SystemRandom()
    ) throws(ConfigurationError) {
        try InvalidOption.throwIfAny(options.problems)
        service = try OFREPService(options, time: time)
        let transport = transport ?? PlatformTransport.make(time: time)
        let credentials = [options.bearer, options.apiKey].map { $0?.digest ?? "" }
        let fields = options.headers.map { "\($0.key.lowercased()): \($0.value)" }.sorted()
        records = RecordIdentity(service: ([options.url] + credentials + fields).joined(separator: "\n"))
        var polling = PolledService(
            name, at: service.url, policy: options.policy, transport: transport, time: time, random: random)
        polling.pausesInBackground = options.pausesInBackground
        self.polling = polling
        streams = OFREPStreams(service, transport: transport, pause: polling.pause, time: time, random: random)
        self.mapper = mapper ?? OFREPContextMapper(attributes: options.attributes, contexts: options.contexts)
        self.name = name
        self.options = options
        self.time = time
        self.random = random
    }

    /// Returns the JSON object that is sent for a context, and the losses.
    ///
    /// Doesn't perform I/O.
    public func mapping(of context: EvaluationContext) -> ContextMapping? {
        ContextMapping(name, context, by: mapper) { $0 }
    }

    /// Closes the context's event streams.
    public func erase(_ context: EvaluationContext) async { await streams.leave(context) }

    /// Closes all event streams, as soon as no client uses them.
    public func close() async { await streams.leaveAll() }
}

extension OFREPOptions {
    /// The polling policy, in which a rejected credential ends the run, and other client errors slow it down.
    fileprivate var policy: PollingPolicy {
        PollingPolicy(
            interval: pollInterval, permanentStatuses: [401, 403],
            slowStatuses: Set(400...499).subtracting([401, 403, 408, 425, 429]), retriesWithoutInterval: true,
            limits: HTTPLimits(deadline: timeout))
    }
}

// MARK: - Running

extension OFREPProvider: OnDemandProvider {
    /// Serves one client until its task is canceled.
    public func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        if case .contextChanged(let previous) = request.cause { await streams.leave(previous) }
        if request.mode == .offline {
            // A client skips the runs of contexts that soon change again, so streams of other contexts might be open.
            await streams.leaveAll()
            channel.publish(.offline(request))
            return
        }
        let isPaused = polling.isPaused(request)
        let news = await streams.news(for: request.context)
        // Connections that remained open have announced all changes.
        let isCurrent =
            request.cause == .modeChanged && news.isLive && request.resume?.announcement == news.number
        // The provider listens before it reports current flags, because listening keeps these connections open.
        let isListening = options.events && (isCurrent || !isPaused)
        let events = isListening ? await streams.events(for: request.context) : nil
        if let resume = request.resume, isCurrent {
            guard channel.publish(.ready(resume)) else { return }
        } else if isPaused, request.resume != nil, request.cause != .refresh {
            return
        }
        let run = OFREPRun(of: self, request)
        var poll = run.poll(for: try output(for: request, channel))
        // Only a complete response contains the stream addresses.
        poll.sendsValidator = !(options.events && news.lacksAddresses)
        let interval = isPaused ? nil : polling.policy.interval
        let requests = PolledService.Run(of: polling, request, channel, poll, after: isCurrent ? interval : .zero)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [self] in await listen(to: events, run, requests, channel, isCurrent: isCurrent) }
            if isPaused, isCurrent {
                group.addTask { [self] in await closeWhenInactive(requests, request.context) }
            }
            try await requests.run()
            group.cancelAll()
        }
    }

    /// Requests flags after announcements, until the task is canceled.
    private func listen(
        to events: AsyncStream<OFREPStreams.Event>?, _ run: OFREPRun, _ requests: PolledService.Run,
        _ channel: FlagChannel, isCurrent: Bool
    ) async {
        guard let events else { return }
        // The server might have announced a change before listening started.
        if isCurrent, await run.owesRequest() { requests.refresh() }
        for await event in events {
            switch event {
            case .news:
                // Announcements within a short time cause only one request.
                guard (try? await time.sleep(for: .milliseconds(50))) != nil else { return }
                if await run.owesRequest() { requests.refresh() }
            case .refused:
                requests.requestChanged()
            case .lost(let error):
                channel.report(Diagnostic("streamLost", .warning, subject: name, error.message))
                // With a polling interval, polls detect changes.
                if options.pollInterval == .zero { await requests.publish(error) }
            }
        }
    }

    /// Ends the run, and the event streams with it, if the app remains in the background.
    private func closeWhenInactive(_ requests: PolledService.Run, _ context: EvaluationContext) async {
        let delay = await streams.news(for: context).inactivityDelay
        let limit = options.inactivityDelay ?? delay ?? .seconds(120)
        if (try? await time.sleep(for: limit)) != nil { requests.close() }
    }

    /// Requests the flags of a context once.
    public func resolve(_ request: FlagRequest, into channel: FlagChannel) async throws {
        let run = OFREPRun(of: self, request)
        await polling.resolve(request, into: channel, run.poll(for: try output(for: request, channel)))
    }

    /// Returns the context in OFREP's format.
    private func output(for request: FlagRequest, _ channel: FlagChannel) throws -> FlagValue {
        let mapped = try mapper.map(request.context)
        // Losses are reported once for each context, not each time the app returns to the foreground.
        if request.cause != .modeChanged, request.cause != .refresh {
            for loss in mapped.losses { channel.report(loss) }
        }
        return mapped.output
    }
}
