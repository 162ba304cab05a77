// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
package import HalyardSupport
package import Testing

extension FlagClient.Options {
    /// Options of a client whose deadlines pass only when a test moves the clock, that follows nothing of the system, and what
    /// else the test changes.
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
    /// A host whose files are those of a test, and what else the test changes.
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
    /// A client that has been started and serves the flags of a provider that answers by itself.
    package static func serving(
        _ provider: any FlagProvider, for context: EvaluationContext = .anonymous, at time: ManualTime = ManualTime(),
        sinks: [any EventSink] = [], _ change: (inout Options) -> Void = { _ in }
    ) async -> FlagClient {
        let client = FlagClient(
            provider: provider, context: context, sinks: sinks, options: .manual(time, change: change))
        await client.start()
        return client
    }

    /// Returns as soon as the client's state is as the test wants it, and records an issue when that does not come in time.
    package func until(
        at sourceLocation: SourceLocation = #_sourceLocation, _ isRight: (FlagClient.State) -> Bool
    ) async {
        await TestSupport.until(at: sourceLocation) { isRight(state) }
    }
}

extension ScriptedProvider {
    /// Starts a client that asks this provider, and answers with flags.
    @discardableResult
    package func start(
        _ client: FlagClient, _ values: [String: FlagValue] = ["limit": 1],
        location: SourceLocation = #_sourceLocation
    ) async -> Run {
        // Long, for clients on the system's clock: how busy the machine is must not decide.
        async let start = client.start(within: .seconds(600))
        let run = await nextRun()
        run.answer(values, provider: name)
        let result = await start
        #expect(result == .ready, sourceLocation: location)
        return run
    }

    /// A client of this provider for the user "a" that has been started and has flags, and the run that answered.
    package func startedClient(
        at time: ManualTime = ManualTime(), _ values: [String: FlagValue] = ["limit": 1], sinks: [any EventSink] = [],
        location: SourceLocation = #_sourceLocation, _ change: (inout FlagClient.Options) -> Void = { _ in }
    ) async -> (FlagClient, Run) {
        let client = FlagClient(
            provider: self, context: .user("a"), sinks: sinks, options: .manual(time, change: change))
        return (client, await start(client, values, location: location))
    }
}
