// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    /// Where a client's configuration comes from, and what was made of it.
    struct Configured: Sendable {
        var registry = ProviderRegistry()
        var host = ConfigurationHost()
        /// The name under `clients`.
        var client: String?
        var fingerprints = LoadedConfiguration.Fingerprints()
        /// How many lists of sinks came from configurations so far.
        var lastSinks = 0
        /// The file to look at, and how often.
        var watch: (file: String, interval: Duration)?
        var watchTask: Task<Void, Never>?
    }

    /// Makes a client as a configuration says.
    ///
    /// Costs disk access; nothing is started until ``start(within:until:)`` is called. If the configuration says
    /// `"watch"`, the client applies later versions of the file while it runs, as ``follow(_:every:)`` does.
    ///
    /// - Parameters:
    ///   - configuration: The JSON file or text.
    ///   - name: The client's name under `clients`; nil for the one that the document itself describes.
    ///   - providers: The modules whose types the configuration may name.
    ///   - sinks: Who wants to hear what happens, besides the sinks of the provider and of the configuration.
    ///   - options: How the client behaves.
    ///   - host: What the configuration may use of the machine; the clock is that of the options.
    /// - Throws: Everything that is wrong, each with file, line, JSON path and the mend.
    public convenience init(
        configuration: Configuration, client name: String? = nil, providers: [ProviderModule] = [],
        sinks: [any EventSink] = [], options: Options = Options(), host: ConfigurationHost = ConfigurationHost()
    ) throws(ConfigurationError) {
        var host = host
        host.time = options.time
        let registry = ProviderRegistry(providers)
        let loaded = try registry.load(configuration, host: host)
        try self.init(
            loaded.client(name), of: configuration, loaded.watchInterval, registry, sinks: sinks, options: options,
            host: host)
    }

    /// Makes a client for each member of a configuration's `clients`, by its name.
    ///
    /// None shares a provider, a sink or a hook with another. Costs disk access; nothing is started.
    ///
    /// - Parameters:
    ///   - configuration: The JSON file or text.
    ///   - providers: The modules whose types the configuration may name.
    ///   - options: How the clients behave; each gets its own name.
    ///   - host: What the configuration may use of the machine; the clock is that of the options.
    /// - Throws: Everything that is wrong, each with file, line, JSON path and the mend.
    public static func all(
        in configuration: Configuration, providers: [ProviderModule] = [], options: Options = Options(),
        host: ConfigurationHost = ConfigurationHost()
    ) throws(ConfigurationError) -> [String: FlagClient] {
        var host = host
        host.time = options.time
        let registry = ProviderRegistry(providers)
        let loaded = try registry.load(configuration, host: host)
        return loaded.clients.mapValues { client in
            FlagClient(
                client, of: configuration, loaded.watchInterval, registry, sinks: [], options: options, host: host)
        }
    }

    private convenience init(
        _ client: LoadedConfiguration.Client, of configuration: Configuration, _ watchInterval: Duration?,
        _ registry: ProviderRegistry, sinks: [any EventSink], options: Options, host: ConfigurationHost
    ) {
        var options = options
        if let name = client.name { options.name = name }
        self.init(provider: client.provider, context: client.context, sinks: sinks, options: options)
        var configured = Configured(registry: registry, host: host, client: client.name)
        if case .file(let path) = configuration.source, let watchInterval { configured.watch = (path, watchInterval) }
        configured.fingerprints.provider = client.fingerprints.provider
        core.withLock { [configured] in $0.configured = configured }
        replaceParts(client)
    }
}

// MARK: - Another configuration

extension FlagClient {
    /// Makes a running client what another configuration says: its provider, its sinks and its hooks.
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
            let configured = core.withLock { core in
                if let providers { core.configured.registry = ProviderRegistry(providers) }
                return core.configured
            }
            let client = try await BlockingWork.run { () throws(ConfigurationError) in
                var host = configured.host
                host.time = self.options.time
                return try configured.registry.load(configuration, host: host).client(configured.client)
            }
            if client.fingerprints.provider != configured.fingerprints.provider {
                try Self.check(await swap(to: client.provider, within: deadline), client.active, deadline)
                core.withLock { $0.configured.fingerprints.provider = client.fingerprints.provider }
            }
            await retireSinks(replaceParts(client))
        }
    }

    /// Applies each version of a configuration file, from the present one on, until the task is cancelled or the client is
    /// shut down.
    ///
    /// A version that is wrong, or whose provider does not answer, is reported and changes nothing.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - interval: How often to look whether it has changed, at least 10 ms.
    public func follow(_ path: String, every interval: Duration) async {
        await Self.follow(path, every: interval, files: core.withLock { $0.configured.host.files }, on: options.time) {
            [weak self] in self
        }
    }

    /// Follows the file that the client's own configuration says; called under the lock, once.
    func makeWatchTask(_ configured: Configured) -> Task<Void, Never>? {
        guard let watch = configured.watch else { return nil }
        return Task { [weak self, time = options.time, files = configured.host.files] in
            await Self.follow(watch.file, every: watch.interval, files: files, on: time) { [weak self] in self }
        }
    }

    private static func follow(
        _ path: String, every interval: Duration, files: any FileSystem, on time: any TimeSource,
        client: @escaping @Sendable () -> FlagClient?
    ) async {
        var watch = FileWatch(path, files: files)
        repeat {
            if await watch.hasChanged() {
                guard let client = client(), !client.state.isShutDown else { return }
                await client.applyReporting(.file(path))
            }
        } while (try? await time.sleep(for: max(interval, .milliseconds(10)))) != nil
    }

    private func applyReporting(_ configuration: Configuration) async {
        do {
            try await apply(configuration)
        } catch let error as ConfigurationError {
            for finding in error.findings { diagnostics.report(finding) }
        } catch {
            diagnostics.report(
                Diagnostic(
                    "configurationNotApplied", .error,
                    "The configuration was not applied: \(FlagError(wrapping: error)).",
                    mend: "What was configured before stays. Change the file, and it is tried again."))
        }
    }

    /// Puts a configuration's sinks and hooks in the place of those of the one before, if they differ.
    ///
    /// - Returns: The number of the list of sinks that has to leave; nil when it stays.
    @discardableResult
    private func replaceParts(_ client: LoadedConfiguration.Client) -> Int? {
        let (before, number) = core.withLock { core in (core.configured.fingerprints, core.configured.lastSinks + 1) }
        let hasOtherSinks = client.fingerprints.sinks != before.sinks
        let hasOtherHooks = client.fingerprints.hooks != before.hooks
        if hasOtherSinks {
            let destinations = client.sinks.map { EventDestination(.configuration(number), $0) }
            router.prepare(destinations)
            router.add(destinations)
        }
        if hasOtherSinks || hasOtherHooks {
            reequip { core in
                if hasOtherHooks { core.hooks.fromConfiguration = client.hooks }
                if hasOtherSinks { core.configured.lastSinks = number }
                core.configured.fingerprints.sinks = client.fingerprints.sinks
                core.configured.fingerprints.hooks = client.fingerprints.hooks
            }
        }
        return hasOtherSinks && number > 1 ? number - 1 : nil
    }

    private func retireSinks(_ number: Int?) async {
        guard let number else { return }
        await router.detach(.configuration(number))
        // One that wanted to see every evaluation may be gone.
        reequip { _ in }
    }

    private static func check(_ outcome: RequestOutcome, _ provider: String, _ deadline: Duration) throws(FlagError) {
        switch outcome {
        case .answered, .notStarted: return
        case .failed(let error): throw error
        case .timedOut:
            throw FlagError(.providerNotReady, "The provider '\(provider)' has not answered within \(deadline).")
        case .superseded, .cancelled:
            throw FlagError(.general, "The switch to the provider '\(provider)' was given up for another one.")
        case .ended: throw FlagError(.providerNotReady, "The client is shut down.")
        }
    }
}

extension LoadedConfiguration {
    /// The client of a name; the main one for nil.
    func client(_ name: String?) throws(ConfigurationError) -> Client {
        guard let name else { return main }
        if let client = clients[name] { return client }
        let names = clients.keys.sorted().joined(separator: ", ")
        throw ConfigurationError(findings: [
            Diagnostic(
                "unknownClient", .error, location: .init(pointer: "/clients"), "No client is named \"\(name)\".",
                mend: names.isEmpty ? "Add it under \"clients\"." : "The known ones: \(names).")
        ])
    }
}
