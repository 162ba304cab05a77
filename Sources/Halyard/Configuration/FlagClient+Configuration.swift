// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    /// Creates a client from a configuration.
    ///
    /// Reads the configuration from disk. Nothing is started until you call ``start(within:until:)``. If the configuration contains
    /// `"watch"`, the running client applies later versions of the file, as ``watchConfiguration(at:every:)`` does.
    ///
    /// - Parameters:
    ///   - configuration: JSON file or JSON string.
    ///   - name: Name of the client under `clients`, or `nil` for the main client.
    ///   - providers: Modules whose types the configuration can use.
    ///   - sinks: Additional sinks that receive events.
    ///   - options: Options of the client.
    ///   - host: Parts of the machine that the configuration can use. The clock of the options replaces its clock.
    /// - Throws: An error with all problems, each with its file, line, JSON path, and a suggestion.
    public convenience init(
        configuration: ConfigurationSource, client name: String? = nil, providers: [ProviderModule] = [],
        sinks: [any EventSink] = [], options: Options = Options(), host: ConfigurationHost = ConfigurationHost()
    ) throws(ConfigurationError) {
        let source = ClientConfigurator.Source(configuration, providers, options, host)
        let loaded = try source.registry.load(configuration, host: source.host)
        try self.init(
            loaded.client(name, of: configuration), in: loaded, from: source, sinks: sinks, options: options)
    }

    /// Returns a new client for each entry of a configuration's `clients`, by name.
    ///
    /// The clients don't share providers, sinks, or hooks. Reads the configuration from disk. Nothing is started.
    ///
    /// - Parameters:
    ///   - configuration: JSON file or JSON string.
    ///   - providers: Modules whose types the configuration can use.
    ///   - options: Options of the clients. Each client gets its own name.
    ///   - host: Parts of the machine that the configuration can use. The clock of the options replaces its clock.
    /// - Throws: An error with all problems, each with its file, line, JSON path, and a suggestion.
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

    /// The object that applies configurations to the client, created on first use.
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
    /// Switches to another provider of the configuration, and waits until it serves flags.
    ///
    /// The current provider continues to serve while the next provider fetches the flags of the current context. The next provider
    /// takes over with its first response, and the client publishes all differences as one change. Then the last reads of the old
    /// provider end, its sinks send their counts, and the client closes it. A later switch replaces a switch in progress.
    ///
    /// Reads the configuration from disk again.
    ///
    /// - Parameters:
    ///   - name: Name of the provider under `providers`.
    ///   - deadline: Maximum wait for the next provider's response.
    /// - Throws: A ``ConfigurationError`` if the provider is unknown or the configuration is now invalid, or a ``FlagError`` if the
    ///   provider can't take over. The old provider then continues to serve.
    public func switchProvider(to name: String, within deadline: Duration = .seconds(5)) async throws {
        try await configurator.use(name, on: self, within: deadline)
    }

    /// Applies another configuration to a running client: its provider, sinks, hooks, overrides, and kill switch.
    ///
    /// The client changes only the parts that differ. The current provider serves until the next provider has responded. Removed
    /// sinks receive their last counts and can send them. The context doesn't change, because the app controls it after the start.
    ///
    /// If the configuration is invalid or its provider doesn't respond, nothing changes. Calls run one after the other. Reads the
    /// configuration from disk.
    ///
    /// - Parameters:
    ///   - configuration: JSON file or JSON string.
    ///   - providers: Modules whose types the configuration can use, or `nil` for the client's current modules.
    ///   - deadline: Maximum wait for the next provider's response.
    /// - Throws: A ``ConfigurationError`` with all problems, or a ``FlagError`` if the provider can't take over.
    public func applyConfiguration(
        _ configuration: ConfigurationSource, providers: [ProviderModule]? = nil,
        within deadline: Duration = .seconds(5)
    ) async throws {
        try await configurator.apply(configuration, providers, to: self, within: deadline)
    }

    /// Applies each version of a configuration file, starting with the current one, until the task is cancelled or the client
    /// is shut down.
    ///
    /// The client reports an invalid version and doesn't apply it. If it can't read a version, or if the provider doesn't respond,
    /// it reports the problem and tries again at each check. It checks only the file itself, and not the files and variables that
    /// the file refers to.
    ///
    /// - Parameters:
    ///   - path: Path of the file.
    ///   - interval: Interval between checks for changes, at least 10 ms.
    public func watchConfiguration(at path: String, every interval: Duration) async {
        await configurator.follow(path, every: interval, on: self)
    }
}

extension LoadedConfiguration {
    /// Returns the client with a name, or the main client for `nil`.
    package func client(_ name: String?, of configuration: ConfigurationSource) throws(ConfigurationError) -> Client {
        guard let name else { return main }
        if let client = clients[name] { return client }
        let names = clients.keys.sorted(by: \.self).joined(separator: ", ")
        throw ConfigurationError(diagnostics: [
            Diagnostic(
                "unknownClient", .error, location: .init(file: configuration.file, pointer: "/clients"),
                "Unknown client: \"\(name)\".",
                suggestion: names.isEmpty ? "Add it under \"clients\"." : "Known clients: \(names).")
        ])
    }
}
