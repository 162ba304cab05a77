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
    let pause: ServerPause
    let streams: OFREPStreams
    let time: any TimeSource
    let random: any RandomSource
    private let transport: any HTTPTransport
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
        try OptionProblem.refuse(options.problems)
        do throws(ServiceURL.Problem) { service = try OFREPService(options, time: time) } catch {
            throw ConfigurationError(findings: [Diagnostic("invalidSetting", .error, error.description)])
        }
        let transport = transport ?? PlatformTransport.make(time: time)
        let credentials = [options.bearer, options.apiKey].map { $0?.digest ?? "" }
        let fields = options.headers.map { "\($0.key.lowercased()): \($0.value)" }.sorted()
        records = RecordIdentity(service: ([options.url] + credentials + fields).joined(separator: "\n"))
        pause = ServerPause(on: time)
        streams = OFREPStreams(service, transport: transport, pause: pause, time: time, random: random)
        self.mapper = mapper ?? OFREPContextMapper(attributes: options.attributes, contexts: options.contexts)
        // Runs may end while an answer comes in that asks for a pause.
        self.transport = pause.observing(transport)
        (self.name, self.options, self.time, self.random) = (name, options, time, random)
    }

    /// The JSON object that is sent for a context, and what is lost; memory only.
    public func mapping(of context: EvaluationContext) -> ContextMapping? {
        ContextMapping(name, context, by: mapper) { $0 }
    }

    /// Closes the context's event streams.
    public func erase(_ context: EvaluationContext) async { await streams.leave(context) }

    /// Closes all event streams that no client uses.
    public func close() async { await streams.leaveAll() }

    // MARK: Running

    /// Serves one client until its task is cancelled.
    public func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        if case .contextChanged(let previous) = request.cause { await streams.leave(previous) }
        if request.mode == .offline {
            // A client skips the runs of contexts that soon change again, so others than its own may be open.
            await streams.leaveAll()
            channel.publish(.offline(request))
            return
        }
        let isPaused = request.mode == .background && options.pausesInBackground
        let news = await streams.news(for: request.context)
        // Connections that were open all the time have announced everything.
        let isCurrent =
            request.cause == .modeChanged && news.isLive && request.resume?.announcement == news.number
        // Before flags are said to be current, because this keeps the connections that make them so.
        let events = options.events && (isCurrent || !isPaused) ? await streams.events(for: request.context) : nil
        if let resume = request.resume, isCurrent {
            guard channel.publish(.ready(resume)) else { return }
        } else if isPaused, request.resume != nil, request.cause != .refresh {
            return
        }
        let run = OFREPRun(of: self, request, try output(for: request, channel), channel)
        let loop = PollingLoop(
            transport: transport, policy: policy(isCurrent: isCurrent, isPaused: isPaused),
            tag: options.events && news.lacksAddresses ? nil : request.resume?.validator, time: time, random: random
        ) { () async throws(TransportError) in try await run.request() }
        try await follow(request.context, loop, run, events, isPaused: isPaused, isCurrent: isCurrent)
    }

    private func policy(isCurrent: Bool, isPaused: Bool) -> PollingPolicy {
        let interval = isPaused ? .zero : options.pollInterval
        return PollingPolicy(
            interval: interval,
            initialDelay: isCurrent ? (interval > .zero ? interval : .seconds(3_155_760_000)) : .zero,
            permanentStatuses: [401, 403], slowStatuses: Set(400...499).subtracting([401, 403, 408, 425, 429]),
            retriesWithoutInterval: !isPaused, limits: service.limits)
    }

    /// Polls, and asks when something is announced, until the run ends; throws when the service refuses it.
    private func follow(
        _ context: EvaluationContext, _ loop: PollingLoop, _ run: OFREPRun,
        _ events: AsyncStream<OFREPStreams.Event>?, isPaused: Bool, isCurrent: Bool
    ) async throws(FlagError) {
        var refusal: FlagError?
        await withTaskGroup(of: Void.self) { group in
            if let events {
                group.addTask { [time] in
                    // Announced before this listened.
                    if isCurrent, await run.owesRequest() { loop.refresh() }
                    for await event in events {
                        switch event {
                        case .news:
                            // Announcements that come close together cause one request.
                            guard (try? await time.sleep(for: .milliseconds(50))) != nil else { return }
                            if await run.owesRequest() { loop.refresh() }
                        case .refused: loop.requestChanged()
                        case .lost(let what): await run.lost(what)
                        }
                    }
                }
            }
            if isPaused, isCurrent {
                group.addTask { [self] in
                    let delay = await streams.news(for: context).inactivityDelay
                    let limit = options.inactivityDelay ?? delay ?? .seconds(120)
                    if (try? await time.sleep(for: limit)) != nil { loop.close() }
                }
            }
            await loop.run { outcome in
                let effects = await run.receive(outcome)
                if let addresses = effects.streams { await streams.follow(addresses, for: context) }
                refusal = effects.refusal
                if effects.isSuperseded || (isPaused && !isCurrent) { loop.close() }
                if let lag = effects.lag {
                    group.addTask { [time] in
                        if (try? await time.sleep(for: lag)) != nil { loop.refresh() }
                    }
                }
                return effects.isAccepted
            }
            group.cancelAll()
        }
        if let refusal { throw refusal }
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

extension OFREPProvider: OnDemandProvider {
    /// Asks the server once for a context.
    public func answer(_ request: FlagRequest, into channel: FlagChannel) async throws {
        let run = OFREPRun(of: self, request, try output(for: request, channel), channel)
        if case let rest = await pause.rest, rest > .zero { return await run.waits(rest) }
        let outcome = await transport.poll(tag: request.resume?.validator, within: service.limits) {
            () async throws(TransportError) in try await run.request()
        }
        _ = await run.receive(outcome)
    }
}
