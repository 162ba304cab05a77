// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
package import HalyardSupport
package import Testing

extension FlagClient.Options {
    /// Returns options for a client with a manual clock, without the system's lifecycle and reachability.
    package static func manual(
        _ time: ManualTime = ManualTime(), change: (inout FlagClient.Options) -> Void = { _ in }
    ) -> FlagClient.Options {
        var options = FlagClient.Options()
        options.time = time
        (options.lifecycle, options.reachability) = (nil, nil)
        change(&options)
        return options
    }
}

extension ConfigurationHost {
    /// Returns a host with a test's files.
    package static func files(
        _ files: InMemoryFileSystem, _ change: (inout ConfigurationHost) -> Void = { _ in }
    ) -> ConfigurationHost {
        var host = ConfigurationHost()
        host.files = files
        change(&host)
        return host
    }
}

extension FlagClient {
    /// Returns a started client of a provider that responds without help from the test.
    package static func serving(
        _ provider: any FlagProvider, for context: EvaluationContext = .anonymous, at time: ManualTime = ManualTime(),
        sinks: [any EventSink] = [], _ change: (inout Options) -> Void = { _ in }
    ) async -> FlagClient {
        let client = FlagClient(
            provider: provider, context: context, sinks: sinks, options: .manual(time, change: change))
        await client.start()
        return client
    }

    /// Waits until the client's state satisfies a condition, and records an issue if that doesn't happen in time.
    package func until(
        at sourceLocation: SourceLocation = #_sourceLocation, _ isRight: (FlagClient.State) -> Bool
    ) async {
        await TestSupport.until(at: sourceLocation) { isRight(state) }
    }
}

extension ScriptedProvider {
    /// Starts a client of this provider, and responds with flags.
    @discardableResult
    package func start(
        _ client: FlagClient, _ values: [String: FlagValue] = ["limit": 1],
        location: SourceLocation = #_sourceLocation
    ) async -> Run {
        // The deadline is long because a busy machine must not fail tests of clients on the system clock.
        async let start = client.start(within: .seconds(600))
        let run = await nextRun()
        run.answer(values, provider: name)
        let result = await start
        #expect(result == .ready, sourceLocation: location)
        return run
    }

    /// Returns a started client with flags for the user "a", and the provider's run.
    package func startedClient(
        at time: ManualTime = ManualTime(), _ values: [String: FlagValue] = ["limit": 1], sinks: [any EventSink] = [],
        location: SourceLocation = #_sourceLocation, _ change: (inout FlagClient.Options) -> Void = { _ in }
    ) async -> (FlagClient, Run) {
        let client = FlagClient(
            provider: self, context: .user("a"), sinks: sinks, options: .manual(time, change: change))
        return (client, await start(client, values, location: location))
    }
}
