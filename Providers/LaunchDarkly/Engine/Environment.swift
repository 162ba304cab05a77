// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
package import HalyardLaunchDarkly
import HalyardSupport

/// One environment of a group, with a client, a provider, and a cache.
package final class Environment: Sendable {
    /// The data that an earlier launch of the app stored.
    struct Kept: Sendable {
        var flags: FlagSet?
        var connection: LaunchDarklyConnection?
    }

    let name: String
    /// A number that distinguishes this environment from earlier environments with the same name.
    let number: Int
    package let observers: Observers
    package let client: FlagClient
    package let provider: LaunchDarklyProvider?
    let memory: ConnectionMemory?
    /// The connection mode at the beginning of a run.
    let firstMode: ConnectionInformation.ConnectionMode
    private let cached: PersistedProvider?
    private let choice: CacheChoice

    init(
        _ name: String, number: Int, key: String, _ config: any ClientConfiguration, context: EvaluationContext,
        observers: Observers,
        _ dependencies: LDClientDependencies, listener: LaunchDarklyListener
    ) {
        self.name = name
        self.number = number
        self.observers = observers
        firstMode = config.common.streamingMode == .streaming ? .establishingStreamingConnection : .polling
        var options = FlagClient.Options()
        options.time = dependencies.time
        options.lifecycle = dependencies.lifecycle
        options.reachability = dependencies.reachability
        options.isOnline = false
        if config.common.isDebugMode { options.diagnosticHandler = dependencies.debugHandler }
        let providerOptions = config.options(key, config.mobileKeys.count)
        let choice = CacheChoice(LaunchDarklyCachePolicy(maxUsers: providerOptions.maxCachedUsers))
        self.choice = choice
        let made = Result { () throws(ConfigurationError) in
            let provider = try LaunchDarklyProvider(
                providerOptions, name: "launchdarkly",
                dialect: providerOptions.dialect(
                    mapper: LaunchDarklyContextMapper(deviceKeys: ThisDevice.keys),
                    userMapper: LaunchDarklyUserMapper(deviceKey: ThisDevice.userKey), deviceKeys: ThisDevice.keys,
                    random: dependencies.random), transport: dependencies.transport,
                memory: dependencies.eventFiles.map {
                    DiagnosticMemory(mobileKey: providerOptions.mobileKey, folder: $0.folder, files: $0.files)
                },
                store: dependencies.eventFiles.map {
                    FileFlagStore(folder: $0.folder, files: $0.files, time: dependencies.time)
                },
                time: dependencies.time, random: dependencies.random, listener: listener)
            return (provider, try provider.caching(in: dependencies.store, as: choice))
        }
        switch made {
        case .success(let (provider, cached)):
            self.provider = provider
            self.cached = cached
            options.hooks = config.hooks(for: provider)
            // An app that stores no flags doesn't store the connection either.
            memory =
                providerOptions.maxCachedUsers == 0
                ? nil : ConnectionMemory(provider.records.service, in: dependencies.store)
            client = FlagClient(provider: cached, context: context, options: options)
        case .failure(let error):
            (provider, cached, memory) = (nil, nil, nil)
            client = FlagClient(
                provider: InMemoryFlagProvider(name: "launchdarkly"), context: context, options: options)
            for diagnostic in error.diagnostics { client.diagnostics.report(diagnostic) }
        }
        // Flags can also come from disk after the app has stopped waiting for them. The loop ends with the client.
        Task { [weak self, updates = client.updates] in
            for await _ in updates { self?.observers.look() }
        }
    }

    /// Returns the stored data of a user.
    ///
    /// Reads it on this thread.
    func kept(for context: EvaluationContext) -> Kept {
        Kept(
            flags: cached?.cachedFlags(for: FlagRequest(context: context, mode: .offline)),
            connection: memory?.loadNow())
    }

    /// Sets whether the client can serve the stored flags of a context until the service responds.
    func useCache(_ isWanted: Bool, for context: EvaluationContext) { choice.use(isWanted, for: context) }

    /// Restores the state of an earlier launch of the app.
    ///
    /// Must be called before the first command.
    func resume(_ kept: Kept) {
        if let connection = kept.connection { provider?.resume(connection) }
        if let flags = kept.flags {
            beginTransition(ClientTransition(interimFlags: .flagSet(flags)), in: client.lifecyclePhase)()
        }
    }

    /// Returns the flags to serve after a context change, which are stored flags, no flags, or the current flags.
    func serving(
        for context: EvaluationContext?, _ stored: FlagSet?, _ cache: IdentifyCacheUsage
    ) -> ClientTransition.InterimFlags {
        guard let context, context != client.context else { return .unchanged }
        if let stored { return .flagSet(stored) }
        return cache == .yes ? .defaults : .unchanged
    }

    /// Applies a change, so that readers see it when this method returns.
    ///
    /// - Returns: The remaining steps. Call them without holding a lock.
    func beginTransition(_ change: ClientTransition, in phase: LifecyclePhase) -> @Sendable () -> Void {
        let rest = client.beginTransition(change, in: phase)
        return {
            rest()
            if change.context != nil { self.observers.look() }
        }
    }

    /// Connects the observers to the flags of this client.
    func attach() { observers.follow { [client] in client.state.flagSet?.table } }

    /// Sends the waiting events, and returns whether LaunchDarkly has accepted them all.
    func deliver() async -> Bool {
        guard let provider else { return false }
        let failures = provider.deliveryFailures
        // The sink has its own time limit, and counts an expired limit as a failure.
        let isOver = await client.flush(within: .seconds(3600))
        return isOver && provider.deliveryFailures == failures
    }

    /// Stops the provider's requests for flags.
    func stop() { beginTransition(ClientTransition(fetch: .stop), in: client.lifecyclePhase)() }

    /// Ends the client, which sends waiting events for a limited time and then stores the rest.
    func end() async {
        await client.shutdown(within: .seconds(30))
        beginTransition(ClientTransition(isOnline: false), in: client.lifecyclePhase)()
        await memory?.settle()
    }
}
