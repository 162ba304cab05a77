// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    /// Makes a client from a configuration.
    ///
    /// Costs disk access; nothing is started until ``start(within:until:)`` is called. If the configuration contains
    /// `"watch"`, the client applies later versions of the file while it runs, as ``watchConfiguration(at:every:)`` does.
    ///
    /// - Parameters:
    ///   - configuration: The JSON file or text.
    ///   - name: The client's name under `clients`; nil for the one that the document itself describes.
    ///   - providers: The modules whose types the configuration may name.
    ///   - sinks: The sinks that receive events, besides those of the provider and of the configuration.
    ///   - options: How the client behaves.
    ///   - host: What the configuration may use of the machine; the clock is that of the options.
    /// - Throws: Everything that is wrong, each with file, line, JSON path and a suggestion.
    public convenience init(
        configuration: ConfigurationSource, client name: String? = nil, providers: [ProviderModule] = [],
        sinks: [any EventSink] = [], options: Options = Options(), host: ConfigurationHost = ConfigurationHost()
    ) throws(ConfigurationError) {
        let source = ClientConfigurator.Source(configuration, providers, options, host)
        let loaded = try source.registry.load(configuration, host: source.host)
        try self.init(
            loaded.client(name, of: configuration), in: loaded, from: source, sinks: sinks, options: options)
    }

    /// Makes a client for each member of a configuration's `clients`, by its name.
    ///
    /// No two share a provider, a sink or a hook. Costs disk access; nothing is started.
    ///
    /// - Parameters:
    ///   - configuration: The JSON file or text.
    ///   - providers: The modules whose types the configuration may name.
    ///   - options: How the clients behave; each gets its own name.
    ///   - host: What the configuration may use of the machine; the clock is that of the options.
    /// - Throws: Everything that is wrong, each with file, line, JSON path and a suggestion.
    public static func all(
        in configuration: ConfigurationSource, providers: [ProviderModule] = [], options: Options = Options(),
        host: ConfigurationHost = ConfigurationHost()
    ) throws(ConfigurationError) -> [String: FlagClient] {
        let source = ClientConfigurator.Source(configuration, providers, options, host)
        let loaded = try source.registry.load(configuration, host: source.host)
        return loaded.clients.mapValues { FlagClient($0, in: loaded, from: source, options: options) }
    }

    private convenience init(
        _ client: LoadedConfiguration.Client, in loaded: LoadedConfiguration, from source: ClientConfigurator.Source,
        sinks: [any EventSink] = [], options: Options
    ) {
        var (source, options) = (source, options)
        source.client = client.name
        if let name = client.name { options.name = name }
        options.overrides = client.overrides ?? options.overrides
        options.killSwitch = client.killSwitch ?? options.killSwitch
        switch client.followsSystem {
        case true?: options.lifecycle = SystemLifecycle.shared
        case false? where options.lifecycle is SystemLifecycle: options.lifecycle = nil
        case false?, nil: break
        }
        self.init(
            provider: client.provider, mark: client.fingerprints.provider, context: client.context, sinks: sinks,
            options: options)
        let configurator = ClientConfigurator(source, client.fingerprints)
        companion.withLock { $0 = configurator }
        if let file = source.configuration?.file, let interval = loaded.watchInterval {
            configurator.watch(file, every: interval, for: self)
        }
        add(sinks: client.sinks, hooks: client.hooks)
        for warning in loaded.warnings { diagnostics.report(warning) }
    }

    /// Keeps the client in sync with a configuration; made on first use.
    private var configurator: ClientConfigurator {
        companion.withLock { companion in
            if let known = companion as? ClientConfigurator { return known }
            let made = ClientConfigurator(.init(nil, [], options, ConfigurationHost()))
            companion = made
            return made
        }
    }
}

// MARK: - A client that runs

extension FlagClient {
    /// Lets another provider of the configuration take over, and waits until it serves.
    ///
    /// The switch is warm: the next provider is asked for the flags of the current context while the current one goes on
    /// serving, and takes over with its first answer. The differences become visible as one change. Then the last reads of
    /// the old one end, its sinks send what was counted for it, and it is closed. A later switch replaces one in progress.
    /// Costs disk access: the configuration is read again.
    ///
    /// - Parameters:
    ///   - name: The provider's name under `providers`.
    ///   - deadline: How long it may take to answer.
    /// - Throws: A ``ConfigurationError`` when there is no such provider or the configuration has become invalid, or a
    ///   ``FlagError`` with the reason why it did not take over; the old one serves as before.
    public func switchProvider(to name: String, within deadline: Duration = .seconds(5)) async throws {
        try await configurator.use(name, on: self, within: deadline)
    }

    /// Applies another configuration to a running client: its provider, its sinks, its hooks, its overrides and its kill
    /// switch.
    ///
    /// Only what differs is changed. Another provider takes over warm: the current one serves until the next has answered.
    /// Sinks that are removed get what was counted, and may send it. The context stays, because by now the app controls it.
    /// All or nothing: if the configuration is wrong or its provider does not answer, everything stays as it is. Calls are
    /// carried out one after the other. Costs disk access.
    ///
    /// - Parameters:
    ///   - configuration: The JSON file or text.
    ///   - providers: The modules whose types it may name; nil for those that the client was made with.
    ///   - deadline: How long the next provider may take to answer.
    /// - Throws: A ``ConfigurationError`` with everything that is wrong, or a ``FlagError`` with the reason why the provider
    ///   did not take over.
    public func applyConfiguration(
        _ configuration: ConfigurationSource, providers: [ProviderModule]? = nil,
        within deadline: Duration = .seconds(5)
    ) async throws {
        try await configurator.apply(configuration, providers, to: self, within: deadline)
    }

    /// Applies each version of a configuration file, starting with the current one, until the task is cancelled or the client
    /// is shut down.
    ///
    /// A version that is wrong is reported and changes nothing. One that cannot be read, or whose provider does not answer,
    /// is reported too, and tried again at each check. Only the file itself is checked, not the files and variables that
    /// it names.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - interval: How often to check whether it has changed, at least 10 ms.
    public func watchConfiguration(at path: String, every interval: Duration) async {
        await configurator.follow(path, every: interval, on: self)
    }
}

extension LoadedConfiguration {
    /// The client with a name; the main one for nil.
    package func client(_ name: String?, of configuration: ConfigurationSource) throws(ConfigurationError) -> Client {
        guard let name else { return main }
        if let client = clients[name] { return client }
        let names = clients.keys.sorted(by: \.self).joined(separator: ", ")
        throw ConfigurationError(findings: [
            Diagnostic(
                "unknownClient", .error, location: .init(file: configuration.file, pointer: "/clients"),
                "No client is named \"\(name)\".",
                suggestion: names.isEmpty ? "Add it under \"clients\"." : "The known ones: \(names).")
        ])
    }
}
