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

/// A LaunchDarkly service that does what a test says, a clock that stands still, and clients of the two.
///
/// The transport's clock never moves, so that no deadline of its own passes on a busy machine.
struct LaunchDarklyStage {
    let server: HostileServer
    /// The provider's clock, on which no one else sleeps.
    let time = ManualTime()
    /// What the provider reported to its listener, in order.
    let heard = Recorder<String>()

    /// Makes a stage whose service gives these answers to streams and polls, the last of each kind again and again, and
    /// takes all events.
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

    /// Options without events, unless a test wants them.
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

    /// A provider of the generation with contexts, unless the options say otherwise.
    func contextProvider(_ change: (inout LaunchDarklyOptions) -> Void = { _ in }) throws -> LaunchDarklyProvider {
        let options = options(change)
        return try LaunchDarklyProvider(
            options, name: "ld", dialect: Self.dialect(options), transport: PlatformTransport.make(time: ManualTime()),
            memory: nil, time: time, random: SeededRandom(seed: 1), listener: LaunchDarklyListener())
    }

    /// The dialect of some options, with generated keys and an instance's identifier that are always the same.
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

    /// A client that has been started and has flags.
    func started(
        for context: EvaluationContext = .user("a"), _ change: (inout LaunchDarklyOptions) -> Void = { _ in }
    ) async throws -> FlagClient {
        let client = client(try provider(change), for: context)
        _ = await client.start()
        return client
    }

    /// Who is asked, as errors say it.
    var origin: String { "http://127.0.0.1:\(server.port)" }

    /// Moves the clock, once exactly so many waits are under way: two for a stream that is lost, for the next attempt and
    /// until it shows.
    func pass(_ duration: Duration, waits: Int = 1) async {
        await time.awaitSleepers(waits)
        time.advance(by: duration)
    }
}

extension Recorder<String> {
    /// Returns as soon as so many lines are equal to one.
    func until(_ line: String, _ count: Int = 1, at sourceLocation: SourceLocation = #_sourceLocation) async {
        await TestSupport.until(at: sourceLocation) { all.count { $0 == line } >= count }
    }

    /// Returns as soon as so many lines begin so.
    func untilPrefix(_ prefix: String, _ count: Int = 1, at sourceLocation: SourceLocation = #_sourceLocation) async {
        await TestSupport.until(at: sourceLocation) { all.count { $0.hasPrefix(prefix) } >= count }
    }
}

extension LaunchDarklyConnection {
    /// The connection in a line, with the seconds since the stage's clock began.
    var line: String {
        func seconds(_ moment: Instant?) -> String {
            moment.map { "\(($0.millisecondsSinceEpoch - 1_767_225_600_000) / 1000)s" } ?? "-"
        }
        let why = lastFailure.map { "\($0)" } ?? "-"
        return "\(mode) known: \(seconds(lastKnownFlagValidity)) failed: \(seconds(lastFailedConnection)) \(why)"
    }
}

// MARK: - What the service sends

extension Step {
    /// A stream that begins with these events and stays open.
    static func stream(_ events: Wire...) -> [Step] { [.send(events.reduce(.eventStream, +)), .stall] }

    /// A stream that sends more once a gate is open.
    static func stream(_ first: Wire..., then gate: Gate, _ rest: Wire...) -> [Step] {
        [.send(first.reduce(.eventStream, +)), .wait(gate), .send(rest.reduce("", +)), .stall]
    }

    static func status(_ status: Int) -> [Step] { [.send(.response(status))] }
}

extension Wire {
    static func put(_ flags: String) -> Wire { .event("put", flags) }
    static func patch(_ flag: String) -> Wire { .event("patch", flag) }
    static func delete(_ flag: String) -> Wire { .event("delete", flag) }
    /// As the Relay Proxy sends it.
    static let ping = Wire.event("ping", " ")
}

// MARK: - What the service got

extension RecordedRequest {
    /// The method and what comes behind the stage's own address.
    var line: String { "\(method) \(target.dropFirst("/base".count))" }
}

extension HostileServer {
    /// The requests so far, each in a line.
    var lines: [String] { requests.map(\.line) }
}
