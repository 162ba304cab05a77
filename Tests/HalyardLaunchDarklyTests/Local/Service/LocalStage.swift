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

/// LaunchDarkly's service for servers with scripted responses, a manual clock, and clients that use both.
struct LocalStage {
    let server: HostileServer
    let time = ManualTime()

    /// Creates a stage whose service sends these responses to streams and polls in turn, and repeats the last one of each kind.
    init(streams: [[Step]] = [[.stall]], polls: [[Step]] = [[.send(.response(404))]]) throws {
        let (streams, polls) = (InTurn(streams), InTurn(polls))
        server = try HostileServer { request in
            if request.target.contains("/sdk/latest-all") { return polls.next() }
            return request.target.hasPrefix("/base/all") ? streams.next() : [.send(.response(202))]
        }
    }

    func options(_ change: (inout LaunchDarklyLocalOptions) -> Void = { _ in }) -> LaunchDarklyLocalOptions {
        var options = LaunchDarklyLocalOptions(sdkKey: Secret("sdk-1"))
        options.endpoints = .relay(server.url("/base/"))
        options.sendsEvents = false
        change(&options)
        return options
    }

    func provider(
        _ change: (inout LaunchDarklyLocalOptions) -> Void = { _ in }
    ) throws -> LaunchDarklyLocalProvider {
        try LaunchDarklyLocalProvider(
            options(change), name: "ld", transport: PlatformTransport.make(time: ManualTime()),
            store: InMemoryFlagStore(), time: time, random: SeededRandom(seed: 1))
    }

    func client(_ provider: any FlagProvider, for context: EvaluationContext = .user("a")) -> FlagClient {
        FlagClient(provider: provider, context: context, options: .manual(time))
    }

    /// Returns a client after its start.
    func started(_ change: (inout LaunchDarklyLocalOptions) -> Void = { _ in }) async throws -> FlagClient {
        let client = client(try provider(change))
        _ = await client.start()
        return client
    }

    /// Advances the clock as soon as `waits` waits are in progress.
    func pass(_ duration: Duration, waits: Int = 1) async {
        await time.awaitSleepers(waits)
        time.advance(by: duration)
    }

    /// Waits until a retry waits, whose delay is between half of a duration and the whole duration.
    func awaitRetry(of longest: Duration) async {
        await until { time.rests.contains { $0 >= longest / 2 && $0 <= longest } }
    }

    /// Advances the clock as soon as a retry waits, whose delay is between half of a duration and the whole duration.
    func passRetry(of longest: Duration) async {
        await awaitRetry(of: longest)
        time.advance(by: longest)
    }

    /// Returns a client with stored rules.
    func storedClient(
        _ provider: LaunchDarklyLocalProvider, _ store: InMemoryFlagStore, for context: EvaluationContext = .user("a")
    ) throws -> FlagClient {
        let persisted = try PersistedProvider(
            provider, policy: VariantLookupPolicy.persistenceUntilNetworkSuccess(), store: store, time: time)
        return client(persisted, for: context)
    }

    /// Returns a flag that serves a value to everyone.
    static func flag(_ value: String, version: Int) -> String {
        #"{"version":\#(version),"on":true,"variations":[\#(value)],"fallthrough":{"variation":0}}"#
    }

    /// A document in which the flag `a` can be read and the flag `bad` can't.
    static let partlyReadable =
        #"{"flags":{"a":\#(flag("1", version: 2)),"bad":{"version":1,"on":1}},"segments":{}}"#

    /// The messages about the flag that can't be read.
    static let unreadableMessages = [
        "Expected true or false, found a number.",
        "Halyard skipped the flag, because a part of it can't be read.",
    ]

    /// Returns a document with the flag `a`.
    static func rules(_ value: String, version: Int) -> String {
        #"{"flags":{"a":\#(flag(value, version: version))},"segments":{}}"#
    }
}

extension Wire {
    /// All rules of a stream for servers.
    static func all(_ rules: String) -> Wire { .event("put", #"{"path":"/","data":\#(rules)}"#) }

    static func flag(_ path: String, _ flag: String) -> Wire {
        .event("patch", #"{"data":\#(flag),"path":"\#(path)"}"#)
    }

    static func deletion(_ path: String, version: Int) -> Wire {
        .event("delete", #"{"path":"\#(path)","version":\#(version)}"#)
    }
}
