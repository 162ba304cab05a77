// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What a configuration asks for, checked and built, but not started.
public struct LoadedConfiguration: Sendable {
    /// The parts that one client is made from.
    public struct Client: Sendable {
        /// The client's name under `clients`; nil for the one that the document itself describes.
        public let name: String?
        /// The name of the provider to use.
        public let active: String
        /// That provider, which is not shared with other clients.
        public let provider: any FlagProvider
        /// The context that flags are initially evaluated for.
        public let context: EvaluationContext
        /// The sinks that receive events.
        public let sinks: [any EventSink]
        /// The hooks that run around every evaluation.
        public let hooks: [any EvaluationHook]

        /// Which sources may force flags; nil to use the client's options.
        public let overrides: OverrideOptions?
        /// The kill switch; nil to use that of the client's options.
        public let killSwitch: KillSwitch?
        /// Whether the client follows what the system reports about the app; nil to use the lifecycle of the client's options.
        public let followsSystem: Bool?

        let fingerprints: Fingerprints
    }

    /// Digests that stay the same as long as the settings do, including those that they refer to.
    struct Fingerprints: Sendable, Hashable {
        var provider = ""
        var sinks = ""
        var hooks = ""
        /// Empty where there is no kill switch.
        var killSwitch = ""
        /// As ``Client/followsSystem`` says.
        var followsSystem: Bool?
    }

    /// The providers by their configured names.
    public let providers: [String: any FlagProvider]
    /// The client that the document itself describes.
    public let main: Client
    /// The further clients by name.
    public let clients: [String: Client]
    /// How often clients check whether the file has changed; nil for never.
    public let watchInterval: Duration?
    /// The warnings about the configuration; each client that is made from it reports them.
    public internal(set) var warnings: [Diagnostic] = []

    /// The name of the main client's provider.
    public var active: String { main.active }

    /// The context that the main client's flags are initially evaluated for.
    public var context: EvaluationContext { main.context }
}

extension ProviderRegistry {
    /// Reads a configuration and builds what it names.
    ///
    /// Costs disk access for the file and for `$file` references; nothing is started.
    ///
    /// - Throws: Everything that is wrong, each with file, line, JSON path and a suggestion.
    public func load(
        _ configuration: ConfigurationSource, host: ConfigurationHost = ConfigurationHost()
    ) throws(ConfigurationError) -> LoadedConfiguration {
        try load(configuration, host: host, using: nil)
    }

    /// Reads a configuration as if this provider were the active one; nil for the one that it names.
    package func load(
        _ configuration: ConfigurationSource, host: ConfigurationHost, using active: String?
    ) throws(ConfigurationError) -> LoadedConfiguration {
        let (file, directory, bytes) = try source(of: configuration, host)
        let load = ConfigurationLoad(registry: self, host: host, file: file, bytes: bytes, directory: directory)
        let root = SettingsReader(try load.json(), name: "configuration", load: load)
        let loaded = load.read(root, using: active)
        root.finish()
        guard var loaded, load.isClean else {
            throw ConfigurationError(findings: load.findings.filter { $0.severity > .info || host.checksFiles })
        }
        loaded.warnings = load.findings
        return loaded
    }

    private func source(
        of configuration: ConfigurationSource, _ host: ConfigurationHost
    ) throws(ConfigurationError) -> (file: String?, directory: String, bytes: [UInt8]) {
        switch configuration.source {
        case .text(let text, let directory): return (nil, directory, Array(text.utf8))
        case .file(let path):
            do throws(FileError) {
                return (path, FilePath.directory(of: path), try host.files.contents(of: path))
            } catch {
                throw ConfigurationError(findings: [
                    Diagnostic(
                        "fileUnreadable", .error, location: .init(file: path),
                        "The configuration cannot be read: \(error.reason).",
                        suggestion: "Check the path; a relative one starts from \(host.files.currentDirectory).")
                ])
            }
        }
    }
}
