// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    /// Where a client's configuration comes from, and what was made of it.
    struct Configured: Sendable {
        var registry = ProviderRegistry()
        var host = ConfigurationHost()
        /// The one that was applied last; nil when the client was made in code.
        var configuration: Configuration?
        /// The name under `clients`.
        var client: String?
        /// What code says about overrides and kill switch, where the configuration says nothing.
        var overrides: OverrideOptions?
        var killSwitch: KillSwitch?
        var fingerprints = LoadedConfiguration.Fingerprints()
        /// How many lists of sinks came from configurations so far.
        var lastSinks = 0
        /// The file to look at, and how often; nil once that has begun.
        var watch: (file: String, interval: Duration)?
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
            loaded.client(name, of: configuration), in: loaded, of: configuration, registry, sinks: sinks,
            options: options, host: host)
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
            FlagClient(client, in: loaded, of: configuration, registry, sinks: [], options: options, host: host)
        }
    }

    private convenience init(
        _ client: LoadedConfiguration.Client, in loaded: LoadedConfiguration, of configuration: Configuration,
        _ registry: ProviderRegistry, sinks: [any EventSink], options: Options, host: ConfigurationHost
    ) {
        var options = options
        if let name = client.name { options.name = name }
        // What is applied later may leave these out again.
        let (overrides, killSwitch) = (options.overrides, options.killSwitch)
        options.overrides = client.overrides ?? overrides
        options.killSwitch = client.killSwitch ?? killSwitch
        self.init(provider: client.provider, context: client.context, sinks: sinks, options: options)
        var configured = Configured(
            registry: registry, host: host, configuration: configuration, client: client.name)
        configured.overrides = overrides
        configured.killSwitch = killSwitch
        if case .file(let path) = configuration.source, let watchInterval = loaded.watchInterval {
            configured.watch = (path, watchInterval)
        }
        configured.fingerprints.provider = client.fingerprints.provider
        configured.fingerprints.killSwitch = client.fingerprints.killSwitch
        core.withLock { [configured] in $0.configured = configured }
        replaceParts(client)
        for warning in loaded.warnings { diagnostics.report(warning) }
    }
}

extension LoadedConfiguration {
    /// The client of a name; the main one for nil.
    func client(_ name: String?, of configuration: Configuration) throws(ConfigurationError) -> Client {
        guard let name else { return main }
        if let client = clients[name] { return client }
        let names = clients.keys.sorted().joined(separator: ", ")
        throw ConfigurationError(findings: [
            Diagnostic(
                "unknownClient", .error, location: .init(file: configuration.file, pointer: "/clients"),
                "No client is named \"\(name)\".",
                mend: names.isEmpty ? "Add it under \"clients\"." : "The known ones: \(names).")
        ])
    }
}
