// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A checked configuration with its parts, which are created but not started.
public struct LoadedConfiguration: Sendable {
    /// The parts of one client.
    public struct Client: Sendable {
        /// The client's name under `clients`, or `nil` for the main client.
        public let name: String?
        /// The name of the provider to use.
        public let active: String
        /// The provider, which is not shared with other clients.
        public let provider: any FlagProvider
        /// The initial evaluation context.
        public let context: EvaluationContext
        /// The sinks that receive events.
        public let sinks: [any EventSink]
        /// The hooks that run around every evaluation.
        public let hooks: [any EvaluationHook]

        /// The sources of overrides, or `nil` to use the client's options.
        public let overrides: OverrideOptions?
        /// The kill switch, or `nil` to use the kill switch of the client's options.
        public let killSwitch: KillSwitch?
        /// A Boolean value that indicates whether the client follows the app lifecycle that the system reports, or `nil` to use the
        /// lifecycle of the client's options.
        public let followsSystem: Bool?

        let fingerprints: Fingerprints
    }

    /// Digests that change only if the settings change, including referenced settings.
    struct Fingerprints: Sendable, Hashable {
        var provider = ""
        var sinks = ""
        var hooks = ""
        /// The kill switch's digest, or an empty string without a kill switch.
        var killSwitch = ""
        /// The value of ``Client/followsSystem``.
        var followsSystem: Bool?
    }

    /// The providers by their configured names.
    public let providers: [String: any FlagProvider]
    /// The main client, which the top level of the document describes.
    public let main: Client
    /// The further clients by name.
    public let clients: [String: Client]
    /// The interval at which clients check the file for changes, or `nil` if they never check it.
    public let watchInterval: Duration?
    /// The warnings about the configuration.
    ///
    /// Each client that uses it reports them.
    public internal(set) var warnings: [Diagnostic] = []

    /// The name of the main client's provider.
    public var active: String { main.active }

    /// The initial evaluation context of the main client.
    public var context: EvaluationContext { main.context }
}

extension ProviderRegistry {
    /// Reads a configuration and creates its parts.
    ///
    /// Reads the file and `$file` references from disk. Doesn't start the parts.
    ///
    /// - Throws: An error with all problems, each with its file, line, JSON path, and a suggestion.
    public func load(
        _ configuration: ConfigurationSource, host: ConfigurationHost = ConfigurationHost()
    ) throws(ConfigurationError) -> LoadedConfiguration {
        try load(configuration, host: host, using: nil)
    }

    /// Reads a configuration, and replaces the active provider unless `active` is `nil`.
    package func load(
        _ configuration: ConfigurationSource, host: ConfigurationHost, using active: String?
    ) throws(ConfigurationError) -> LoadedConfiguration {
        let (file, directory, bytes) = try source(of: configuration, host)
        let builder = ConfigurationBuilder(registry: self, host: host, file: file, bytes: bytes, directory: directory)
        let root = SettingsReader(try builder.json(), name: "configuration", builder: builder)
        let loaded = builder.read(root, using: active)
        root.finish()
        guard var loaded, builder.isClean else {
            throw ConfigurationError(
                diagnostics: builder.diagnostics.filter { $0.severity > .info || host.checksFiles })
        }
        loaded.warnings = builder.diagnostics
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
                throw ConfigurationError(diagnostics: [
                    Diagnostic(
                        "fileUnreadable", .error, location: .init(file: path),
                        "Can't read the configuration: \(error.reason).",
                        suggestion: "Check the path. Relative paths start from \(host.files.currentDirectory).")
                ])
            }
        }
    }
}
