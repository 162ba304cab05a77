// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
import HalyardSupport
import HalyardTesting
import HalyardUnleash
import HostileServer
import Testing
import TestSupport

@Suite("Unleash provider conformance")
struct UnleashConformanceTests {
    @Test("Conforms to the provider contract")
    func conformance() async throws {
        let server = try HostileServer { request in
            request.value(of: "If-None-Match") == nil ? [.send(.toggles("a", tag: "\"1\""))] : [.send(.response(304))]
        }
        defer { server.stop() }
        var options = UnleashOptions(url: server.url("/api/frontend"), clientKey: Secret("key"))
        options.sendsMetrics = false
        options.refreshInterval = .milliseconds(20)
        // The options are valid, so this initializer never throws.
        let make = { @Sendable [options] () -> any FlagProvider in
            do {
                return try UnleashProvider(options, transport: UnleashStage.transport, store: InMemoryFlagStore())
            } catch {
                return TestProvider()
            }
        }
        #expect(make() is UnleashProvider)
        await ProviderConformance(patience: .seconds(3600), make).expectConformance()
    }

    @Test("Doesn't notify the listener of flags that no client accepts", arguments: FlagRequest.Mode.allCases)
    func rejectedState(mode: FlagRequest.Mode) async throws {
        let server = try HostileServer(answering: { _ in [.send(.toggles("a", tag: "\"1\""))] })
        defer { server.stop() }
        var options = UnleashOptions(url: server.url("/api/frontend"), clientKey: Secret("key"))
        options.sendsMetrics = false
        let results = Recorder<PolledService.Outcome>()
        let provider = try UnleashProvider(
            options, name: "unleash", transport: UnleashStage.transport, mapper: nil, store: InMemoryFlagStore(),
            time: ManualTime(), random: SystemRandom(),
            listener: UnleashListener(fetched: { result, _, _ in results.add(result) }))
        // The channel belongs to a run that its client is about to cancel.
        let channel = FlagChannel({ _ in false }, isOver: { false }, report: { _ in })
        try await provider.run(FlagRequest(context: .user("a"), mode: mode), into: channel)
        #expect(results.all == [])
    }

    @Test("Conforms to the provider contract with local rules")
    func rules() async throws {
        let feature =
            #"{"name":"a","enabled":true,"strategies":[{"name":"flexibleRollout","parameters":"#
            + #"{"rollout":"50","stickiness":"default","groupId":"a"}}]}"#
        let server = try HostileServer { request in
            request.value(of: "If-None-Match") == nil
                ? [.send(.flags(#"{"features":[\#(feature)]}"#, tag: "\"1\""))] : [.send(.response(304))]
        }
        defer { server.stop() }
        var options = UnleashLocalOptions(url: server.url("/api"), token: Secret("token"))
        options.sendsMetrics = false
        options.refreshInterval = .milliseconds(20)
        let make = { @Sendable [options] () -> any FlagProvider in
            do {
                return try UnleashLocalProvider(
                    options, transport: UnleashStage.transport, store: InMemoryFlagStore())
            } catch {
                return TestProvider()
            }
        }
        #expect(make() is UnleashLocalProvider)
        await ProviderConformance(patience: .seconds(3600), make).expectConformance()
    }

    @Test("Never serves another user's flags during concurrent use")
    func stress() async throws {
        let server = try HostileServer { request in
            let user = request.target.split(separator: "&").first { $0.hasPrefix("userId=") } ?? ""
            return [.send(.toggles("all", String(user.dropFirst("userId=".count))))]
        }
        defer { server.stop() }
        var options = UnleashOptions(url: server.url("/api/frontend"), clientKey: Secret("key"))
        options.refreshInterval = .milliseconds(5)
        options.metricsInterval = .milliseconds(5)
        let provider = try UnleashProvider(
            options, transport: UnleashStage.transport, store: InMemoryFlagStore())
        let client = FlagClient(provider: provider, context: .user("user0"), options: .manual())
        await client.start()
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<25 {
                        switch task % 4 {
                        case 0: await client.setContext(.user("user\(round)"))
                        case 1:
                            for await _ in client.updates { break }
                            _ = provider.impressions
                        case 2: await client.flush()
                        default:
                            let state = client.state
                            let users = state.flagSet?.table.map(\.key).filter { $0 != "all" } ?? []
                            #expect(users == (state.flagSet?.context.key).map { [$0] } ?? [])
                        }
                        for _ in 0..<40 { _ = client.bool("all", default: false) }
                    }
                }
            }
        }
        await client.shutdown()
    }
}
