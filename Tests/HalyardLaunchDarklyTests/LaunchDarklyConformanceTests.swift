// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardSupport
import HalyardTesting
import HostileServer
import TestSupport
import Testing

@Suite("LaunchDarkly provider conformance")
struct LaunchDarklyConformanceTests {
    /// Creates a service that sends each user a flag named after the user, and a flag for all users.
    private func service() throws -> HostileServer {
        try HostileServer { request in
            if request.target.contains("/mobile/events") { return [.send(.response(202))] }
            let user = String(request.target.split(separator: "/").last ?? "")
            let flags = #"{"all":{"value":true,"version":1},"\#(user)":{"value":true,"version":1}}"#
            if request.target.hasPrefix("/meval") {
                return Step.stream(.put(flags), .ping, .patch(#"{"key":"all","value":true,"version":2}"#))
            }
            let isSame = request.value(of: "If-None-Match") != nil
            return isSame ? Step.status(304) : Step.flags(flags, tag: "\"\(user)\"")
        }
    }

    private func options(_ server: HostileServer, _ mode: LaunchDarklyOptions.StreamingMode) -> LaunchDarklyOptions {
        var options = LaunchDarklyOptions(mobileKey: Secret("mob-1"))
        options.endpoints = .relay(server.url())
        options.streamingMode = mode
        options.updatesInBackground = true
        options.shortestIntervals = .init(polling: .milliseconds(10), backgroundPolling: .milliseconds(10))
        options.pollingInterval = .milliseconds(20)
        options.backgroundPollingInterval = .milliseconds(20)
        options.events.flushInterval = .milliseconds(20)
        options.connectionTimeout = .seconds(3600)
        return options
    }

    @Test("Conforms to the provider contract", arguments: LaunchDarklyOptions.StreamingMode.allCases)
    func conformance(mode: LaunchDarklyOptions.StreamingMode) async throws {
        let server = try service()
        defer { server.stop() }
        let options = options(server, mode)
        // The options are valid, so the initializer never throws.
        let make = { @Sendable () -> any FlagProvider in
            do { return try LaunchDarklyProvider(options, files: InMemoryFileSystem()) } catch { return TestProvider() }
        }
        #expect(make() is LaunchDarklyProvider)
        await ProviderConformance(patience: .seconds(3600), make).expectConformance()
    }

    @Test("Doesn't notify the listener of flags that no client accepts")
    func rejectedState() async throws {
        let stage = try LaunchDarklyStage(polls: [Step.flags(#"{"on":{"value":true,"version":1}}"#)])
        defer { stage.server.stop() }
        let provider = try stage.provider { $0.streamingMode = .polling }
        // The channel rejects states, like the channel of a run that a client is about to cancel.
        let channel = FlagChannel({ _ in false }, isOver: { false }, report: { _ in })
        try await provider.run(FlagRequest(context: .user("a")), into: channel)
        #expect(!stage.heard.all.contains("changed"))
    }

    @Test(
        "Never mixes users' flags, and reports all reads, during concurrent use",
        arguments: LaunchDarklyOptions.StreamingMode.allCases)
    func stress(mode: LaunchDarklyOptions.StreamingMode) async throws {
        let server = try service()
        defer { server.stop() }
        let provider = try LaunchDarklyProvider(options(server, mode), files: InMemoryFileSystem())
        let client = FlagClient(
            provider: try provider.caching(in: InMemoryFlagStore()), context: .user("user0"), options: .manual())
        await client.start()
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<20 {
                        switch task % 4 {
                        case 0: await client.setContext(.user("user\(round)"))
                        case 1: for await _ in client.updates { break }
                        case 2:
                            if task == 2 { await client.setOnline(round % 2 == 0) } else { await client.flush() }
                            for await _ in provider.connections { break }
                        default:
                            let state = client.state
                            let count = state.flagSet?.table.count ?? 0
                            #expect(count == 0 || count == 2)
                        }
                        for _ in 0..<40 { _ = client.bool("all", default: false) }
                    }
                }
            }
        }
        await client.setOnline(true)
        await client.shutdown()
        // Context changes, offline phases, and flushes don't lose any read.
        var reads: Int64 = 0
        for request in server.requests where request.target.hasSuffix("/bulk") {
            guard case .array(let events) = try JSONReader().read(request.body) else { continue }
            for event in events {
                guard case .array(let counters)? = event["features"]?["all"]?["counters"] else { continue }
                for counter in counters { reads += counter["count"].flatMap(Int64.init(flagValue:)) ?? 0 }
            }
        }
        #expect(reads == 8 * 20 * 40)
    }
}
