// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardNetwork
public import HalyardTransport

/// Serves the flags that a server decides for the context and sends by OpenFeature's remote evaluation protocol.
///
/// flagd, GO Feature Flag, Flipt, ConfigCat's proxy and others speak it. The flags of a context are asked for at the start, with
/// each change of the context, when the app returns to the foreground, when the server announces a change over an event stream,
/// and at each interval if the options have one. A failure leaves the flags in place and is followed by further attempts, ever
/// more rarely, down to every five minutes; a refused credential (401, 403) ends the run. A pause that the server asks for
/// is kept, whatever happens. The protocol knows no events, so nothing is reported to the server; use a `TelemetryHook` or an
/// event sink of your own.
///
/// ```swift
/// var options = OFREPOptions(url: "https://flags.example.com")
/// options.bearer = Secret(token)
/// let client = FlagClient(provider: try OFREPProvider(options))
/// ```
/// Safe to use from any thread, by any number of clients.
public final class OFREPProvider: FlagProvider {
    /// The provider's name.
    public let name: String
    /// Flags are stored for the URL, the header fields and a digest of the credential, and outlive a change of attributes.
    public let records: RecordIdentity
    let options: OFREPOptions
    let service: OFREPService
    let streams: OFREPStreams
    let time: any TimeSource
    let random: any RandomSource
    let polling: PolledService
    private let mapper: any ContextMapper<FlagValue>

    /// Makes a provider; opens no connection and reads no file.
    ///
    /// - Parameters:
    ///   - options: The service, and how to use it.
    ///   - name: The provider's name.
    ///   - transport: What sends the requests; nil for a new one. It is not closed.
    ///   - mapper: Maps the context to the JSON object that is sent; nil for an ``OFREPContextMapper`` as the options say.
    ///   - time: The clock.
    ///   - random: The source of the jitter of delays.
    /// - Throws: All problems with the options.
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

    /// The JSON object that is sent for a context, and what is lost; memory only.
    public func mapping(of context: EvaluationContext) -> ContextMapping? {
        ContextMapping(name, context, by: mapper) { $0 }
    }

    /// Closes the context's event streams.
    public func erase(_ context: EvaluationContext) async { await streams.leave(context) }

    /// Closes all event streams that no client uses.
    public func close() async { await streams.leaveAll() }
}

extension OFREPOptions {
    /// The polling policy: a refused credential ends the run, and other client errors slow it down.
    fileprivate var policy: PollingPolicy {
        PollingPolicy(
            interval: pollInterval, permanentStatuses: [401, 403],
            slowStatuses: Set(400...499).subtracting([401, 403, 408, 425, 429]), retriesWithoutInterval: true,
            limits: HTTPLimits(deadline: timeout))
    }
}

// MARK: - Running

extension OFREPProvider: OnDemandProvider {
    /// Serves one client until its task is cancelled.
    public func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        if case .contextChanged(let previous) = request.cause { await streams.leave(previous) }
        if request.mode == .offline {
            // A client skips the runs of contexts that soon change again, so others than its own may be open.
            await streams.leaveAll()
            channel.publish(.offline(request))
            return
        }
        let isPaused = polling.isPaused(request)
        let news = await streams.news(for: request.context)
        // Connections that were open all the time have announced everything.
        let isCurrent =
            request.cause == .modeChanged && news.isLive && request.resume?.announcement == news.number
        // Before flags are said to be current, because this keeps the connections that make them so.
        let isListening = options.events && (isCurrent || !isPaused)
        let events = isListening ? await streams.events(for: request.context) : nil
        if let resume = request.resume, isCurrent {
            guard channel.publish(.ready(resume)) else { return }
        } else if isPaused, request.resume != nil, request.cause != .refresh {
            return
        }
        let run = OFREPRun(of: self, request)
        var poll = run.poll(for: try output(for: request, channel))
        // Only a complete answer names the streams.
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

    /// Requests flags when something is announced, until the task is cancelled.
    private func listen(
        to events: AsyncStream<OFREPStreams.Event>?, _ run: OFREPRun, _ requests: PolledService.Run,
        _ channel: FlagChannel, isCurrent: Bool
    ) async {
        guard let events else { return }
        // The server could have announced something before this started to listen.
        if isCurrent, await run.owesRequest() { requests.refresh() }
        for await event in events {
            switch event {
            case .news:
                // Announcements that come close together cause one request.
                guard (try? await time.sleep(for: .milliseconds(50))) != nil else { return }
                if await run.owesRequest() { requests.refresh() }
            case .refused:
                requests.requestChanged()
            case .lost(let error):
                channel.report(Diagnostic("streamLost", .warning, subject: name, error.message))
                // With an interval, polls find changes.
                if options.pollInterval == .zero { await requests.publish(error) }
            }
        }
    }

    /// Ends the run, and with it the event streams, if the app remains in the background.
    private func closeWhenInactive(_ requests: PolledService.Run, _ context: EvaluationContext) async {
        let delay = await streams.news(for: context).inactivityDelay
        let limit = options.inactivityDelay ?? delay ?? .seconds(120)
        if (try? await time.sleep(for: limit)) != nil { requests.close() }
    }

    /// Asks the server once for a context.
    public func resolve(_ request: FlagRequest, into channel: FlagChannel) async throws {
        let run = OFREPRun(of: self, request)
        await polling.resolve(request, into: channel, run.poll(for: try output(for: request, channel)))
    }

    /// The context in OFREP's form.
    private func output(for request: FlagRequest, _ channel: FlagChannel) throws -> FlagValue {
        let mapped = try mapper.map(request.context)
        // Reported once for each context, not whenever the app comes to the foreground.
        if request.cause != .modeChanged, request.cause != .refresh {
            for loss in mapped.losses { channel.report(loss) }
        }
        return mapped.output
    }
}
