// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardNetwork
import HalyardSupport
import HalyardTransport
import HostileServer
import TestSupport
import Testing

/// A LaunchDarkly service with scripted responses, a manual clock, and clients that use both.
///
/// The transport's clock never advances, so the transport's own deadlines don't pass on a busy machine.
struct LaunchDarklyStage {
    let server: HostileServer
    /// The provider's clock, which nothing else uses for sleeping.
    let time = ManualTime()
    /// The provider's reports to its listener, in order.
    let heard = Recorder<String>()

    /// Creates a stage whose service sends these responses to streams and polls in turn, and the same response to all
    /// event requests.
    ///
    /// The service repeats the last response of each kind.
    init(
        streams: [[Step]] = [[.stall]], polls: [[Step]] = [[.send(.response(404))]],
        events: [Step] = [.send(.response(202))]
    )
        throws
    {
        let (streams, polls) = (InTurn(streams), InTurn(polls))
        server = try HostileServer { request in
            if request.target.contains("/mobile/events") { return events }
            return request.target.contains("/meval") ? streams.next() : polls.next()
        }
    }

    /// Returns options that turn events off, unless `change` turns them on.
    func options(_ change: (inout LaunchDarklyOptions) -> Void = { _ in }) -> LaunchDarklyOptions {
        var options = LaunchDarklyOptions(mobileKey: Secret("mob-1"))
        options.endpoints = .relay(server.url("/base/"))
        options.sendsEvents = false
        change(&options)
        return options
    }

    func provider(_ change: (inout LaunchDarklyOptions) -> Void = { _ in }) throws -> LaunchDarklyProvider {
        let heard = heard
        let deviceKey = LaunchDarklyDeviceKey(store: nil) { "device" }
        return try LaunchDarklyProvider(
            options(change), name: "ld", dialect: UserDialect(LaunchDarklyUserMapper(deviceKey: deviceKey)),
            transport: PlatformTransport.make(time: ManualTime()), memory: nil, time: time,
            random: SeededRandom(seed: 1),
            listener: LaunchDarklyListener(
                heard: { news, _ in heard.add("\(news)") }, connectionChanged: { heard.add($0.line) },
                delivered: { delivery in
                    if case .delivered(let response) = delivery { heard.add("delivered \(response.head.status)") }
                }))
    }

    /// Returns a provider that uses contexts, unless `change` sets another context model.
    func contextProvider(_ change: (inout LaunchDarklyOptions) -> Void = { _ in }) throws -> LaunchDarklyProvider {
        let options = options(change)
        return try LaunchDarklyProvider(
            options, name: "ld", dialect: Self.dialect(options), transport: PlatformTransport.make(time: ManualTime()),
            memory: nil, time: time, random: SeededRandom(seed: 1), listener: LaunchDarklyListener())
    }

    /// Returns the dialect for the options, with seeded device keys and a seeded instance identifier.
    static func dialect(_ options: LaunchDarklyOptions) -> any LaunchDarklyDialect {
        let keys = LaunchDarklyDeviceKeys(random: SeededRandom(seed: 2))
        return options.dialect(
            mapper: LaunchDarklyContextMapper(deviceKeys: keys),
            userMapper: LaunchDarklyUserMapper(deviceKey: keys[.user]), deviceKeys: keys, random: SeededRandom(seed: 3))
    }

    func client(
        _ provider: any FlagProvider, for context: EvaluationContext = .user("a"), lifecycle: (any Lifecycle)? = nil
    ) -> FlagClient {
        FlagClient(provider: provider, context: context, options: .manual { $0.lifecycle = lifecycle })
    }

    /// Returns a client after its start.
    func started(
        for context: EvaluationContext = .user("a"), _ change: (inout LaunchDarklyOptions) -> Void = { _ in }
    ) async throws -> FlagClient {
        let client = client(try provider(change), for: context)
        _ = await client.start()
        return client
    }

    /// The service's address, as it appears in errors.
    var origin: String { "http://127.0.0.1:\(server.port)" }

    /// Advances the clock as soon as `waits` waits are in progress.
    ///
    /// A lost stream causes two waits: one for the next attempt, and one until the client reports the loss.
    func pass(_ duration: Duration, waits: Int = 1) async {
        await time.awaitSleepers(waits)
        time.advance(by: duration)
    }
}

extension Recorder<String> {
    /// Waits until at least `count` lines are equal to `line`.
    func until(_ line: String, _ count: Int = 1, at sourceLocation: SourceLocation = #_sourceLocation) async {
        await TestSupport.until(at: sourceLocation) { all.count { $0 == line } >= count }
    }

    /// Waits until at least `count` lines start with `prefix`.
    func untilPrefix(_ prefix: String, _ count: Int = 1, at sourceLocation: SourceLocation = #_sourceLocation) async {
        await TestSupport.until(at: sourceLocation) { all.count { $0.hasPrefix(prefix) } >= count }
    }
}

extension LaunchDarklyConnection {
    /// A one-line description of the connection, with times in seconds since the start of the stage's clock.
    var line: String {
        func seconds(_ moment: Instant?) -> String {
            moment.map { "\(($0.millisecondsSinceEpoch - 1_767_225_600_000) / 1000)s" } ?? "-"
        }
        let why = lastFailure.map { "\($0)" } ?? "-"
        return "\(mode) known: \(seconds(lastKnownFlagValidity)) failed: \(seconds(lastFailedConnection)) \(why)"
    }
}

// MARK: - Responses

extension Step {
    /// Returns a stream that sends these events and remains open.
    static func stream(_ events: Wire...) -> [Step] { [.send(events.reduce(.eventStream, +)), .stall] }

    /// Returns a stream that sends more events after a gate opens.
    static func stream(_ first: Wire..., then gate: Gate, _ rest: Wire...) -> [Step] {
        [.send(first.reduce(.eventStream, +)), .wait(gate), .send(rest.reduce("", +)), .stall]
    }

    static func status(_ status: Int) -> [Step] { [.send(.response(status))] }
}

extension Wire {
    static func put(_ flags: String) -> Wire { .event("put", flags) }
    static func patch(_ flag: String) -> Wire { .event("patch", flag) }
    static func delete(_ flag: String) -> Wire { .event("delete", flag) }
    /// A ping event as the Relay Proxy sends it.
    static let ping = Wire.event("ping", " ")
}

// MARK: - Requests

extension RecordedRequest {
    /// The method, and the target without the stage's base path.
    var line: String { "\(method) \(target.dropFirst("/base".count))" }
}

extension HostileServer {
    /// The requests so far, each as one line.
    var lines: [String] { requests.map(\.line) }
}
