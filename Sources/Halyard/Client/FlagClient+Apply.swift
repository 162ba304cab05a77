// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    /// Makes a running client what another configuration says: its provider, its sinks, its hooks,
    /// its overrides and its kill switch.
    ///
    /// Only what differs is changed. Another provider takes over warm: the present one serves until the next has answered.
    /// Sinks that leave get what was counted, and may send it. The context stays, because it is the app's by now. All or
    /// nothing: if the configuration is wrong or its provider does not answer, everything stays as it is. Calls are
    /// carried out one after the other. Costs disk access.
    ///
    /// - Parameters:
    ///   - configuration: The JSON file or text.
    ///   - providers: The modules whose types it may name; nil for those that the client was made with.
    ///   - deadline: How long the next provider may take to answer.
    /// - Throws: A ``ConfigurationError`` with everything that is wrong, or a ``FlagError`` with the reason why the provider
    ///   did not take over.
    public func apply(
        _ configuration: Configuration, providers: [ProviderModule]? = nil, within deadline: Duration = .seconds(5)
    ) async throws {
        try await applications.run { [self] in
            if state.isShutDown { throw Self.ended }
            let configured = core.withLock { $0.configured }
            let registry = providers.map { ProviderRegistry($0) } ?? configured.registry
            let loaded = try await BlockingWork.run { () throws(ConfigurationError) in
                var host = configured.host
                host.time = self.options.time
                return try registry.load(configuration, host: host)
            }
            let client = try loaded.client(configured.client, of: configuration)
            if client.fingerprints.provider != configured.fingerprints.provider {
                let outcome = await swap(to: client.provider, within: deadline)
                try Self.check(outcome, client.active, deadline)
                core.withLock { $0.configured.fingerprints.provider = client.fingerprints.provider }
            }
            if state.isShutDown { throw Self.ended }
            core.withLock { core in
                (core.configured.registry, core.configured.configuration) = (registry, configuration)
            }
            await replaceLayers(client)
            replaceParts(client)
            for warning in loaded.warnings { diagnostics.report(warning) }
        }
    }

    /// Puts a configuration's sinks and hooks in the place of those of the one before, if they differ.
    func replaceParts(_ client: LoadedConfiguration.Client) {
        let (before, number) = core.withLock { core in (core.configured.fingerprints, core.configured.lastSinks + 1) }
        let hasOtherSinks = client.fingerprints.sinks != before.sinks
        let hasOtherHooks = client.fingerprints.hooks != before.hooks
        guard hasOtherSinks || hasOtherHooks else { return }
        if hasOtherSinks {
            let destinations = client.sinks.map { EventDestination(.configuration(number), $0) }
            router.prepare(destinations)
            router.exchange(.configuration(number - 1), for: destinations)
        }
        reequip { core in
            if hasOtherHooks { core.hooks.fromConfiguration = client.hooks }
            if hasOtherSinks { core.configured.lastSinks = number }
            core.configured.fingerprints.sinks = client.fingerprints.sinks
            core.configured.fingerprints.hooks = client.fingerprints.hooks
        }
        if hasOtherSinks, number > 1 { retireSinks(number - 1) }
    }

    /// Puts a configuration's overrides and kill switch in the place of those of the one before.
    private func replaceLayers(_ client: LoadedConfiguration.Client) async {
        let configured = core.withLock { $0.configured }
        let overrides = client.overrides ?? configured.overrides ?? options.overrides
        replaceOverrides(await BlockingWork.run { OverrideReader(overrides) })
        guard client.fingerprints.killSwitch != configured.fingerprints.killSwitch else { return }
        core.withLock { $0.configured.fingerprints.killSwitch = client.fingerprints.killSwitch }
        let ofCode = configured.overrides == nil ? options.killSwitch : configured.killSwitch
        replaceKillSwitch(client.killSwitch ?? ofCode)
    }

    /// Lets sinks that left send what is theirs, by a task: one that takes long must not hold anybody up.
    private func retireSinks(_ number: Int) {
        core.withLock { core in
            core.retiringSinks[number] = Task { [router, weak self] in
                await router.dismiss(.configuration(number))
                self?.core.withLock { _ = $0.retiringSinks.removeValue(forKey: number) }
            }
        }
    }
}
