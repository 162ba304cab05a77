// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What a configuration asks for, checked and built, but not started.
public struct LoadedConfiguration: Sendable {
    /// The providers by their configured names.
    public let providers: [String: any FlagProvider]
    /// The name of the provider to use.
    public let active: String
    /// For whom flags are decided at first.
    public let context: EvaluationContext

    let activeProvider: any FlagProvider
}

extension ProviderRegistry {
    /// Reads a configuration and builds what it names.
    ///
    /// Costs disk access for the file and for `$file` references; no provider is started.
    ///
    /// - Throws: Everything that is wrong, each with file, line, JSON path and the mend.
    public func load(
        _ configuration: Configuration, host: ConfigurationHost = ConfigurationHost()
    ) throws(ConfigurationError) -> LoadedConfiguration {
        let (file, directory, bytes) = try source(of: configuration, host)
        var options = JSONReader.Options()
        options.refusesDuplicateMembers = true
        let document: FlagValue
        do throws(JSONError) {
            document = try JSONReader(options: options).read(bytes)
        } catch {
            throw ConfigurationError(findings: [error.diagnostic(file: file)])
        }
        let check = ConfigurationCheck(file: file, bytes: bytes)
        let root = Settings(
            document, name: "configuration", pointer: JSONPointer(), directory: directory, host: host,
            formats: formats, check: check)
        let loaded = read(root, check)
        guard let loaded, check.isClean else { throw ConfigurationError(findings: check.findings) }
        return loaded
    }

    private func source(
        of configuration: Configuration, _ host: ConfigurationHost
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
                        mend: "Check the path; a relative one starts from \(host.files.currentDirectory).")
                ])
            }
        }
    }

    private func read(_ root: Settings, _ check: ConfigurationCheck) -> LoadedConfiguration? {
        _ = root.string("$schema")
        checkVersion(root)
        let context = root.object("context")?.asContext() ?? .anonymous
        let providers = providers(root)
        let active = active(root, among: providers)
        root.finish()
        guard let active, let provider = providers[active] ?? nil else { return nil }
        return LoadedConfiguration(
            providers: providers.compactMapValues(\.self), active: active, context: context, activeProvider: provider)
    }

    private func checkVersion(_ root: Settings) {
        guard let version = root.value("version") else {
            return root.reportMissing("version", "\"version\": 1")
        }
        if version != 1 {
            root.reject(
                "version", "Expected version 1, found \(Settings.shown(version)).",
                mend: "Write 1, or use a release of Halyard that knows the other version.")
        }
    }

    /// The providers by name; nil for one that is wrong, so that naming it as the active one is no second error.
    private func providers(_ root: Settings) -> [String: (any FlagProvider)?] {
        guard let configured = root.object("providers") else {
            root.reportMissing("providers", "an object with a member for each provider")
            return [:]
        }
        var providers: [String: (any FlagProvider)?] = [:]
        for name in configured.memberNames {
            guard let settings = configured.object(name) else { continue }
            providers.updateValue(provider(settings), forKey: name)
        }
        if providers.isEmpty, configured.isUsable {
            configured.reject(nil, "There is no provider.", mend: "Add at least one.")
        }
        return providers
    }

    private func active(_ root: Settings, among providers: [String: (any FlagProvider)?]) -> String? {
        let names = providers.keys.sorted()
        guard let active = root.string("active") else {
            if names.count == 1 { return names[0] }
            if root.value("active") == nil, !names.isEmpty {
                root.reportMissing("active", "one of " + names.joined(separator: ", "))
            }
            return nil
        }
        if providers[active] != nil { return active }
        if !names.isEmpty { root.rejectWord("active", "provider", among: names) }
        return nil
    }
}

extension FlagClient {
    /// Makes a client as a configuration says.
    ///
    /// Costs disk access; nothing is started until ``start(within:until:)`` is called.
    ///
    /// - Parameters:
    ///   - configuration: The JSON file or text.
    ///   - providers: The vendors' modules whose types the configuration may name.
    ///   - sinks: Who wants to hear what happens, besides the provider's own sinks.
    ///   - options: How the client behaves.
    ///   - host: What the configuration may use of the machine; the clock is that of the options.
    /// - Throws: Everything that is wrong, each with file, line, JSON path and the mend.
    public convenience init(
        configuration: Configuration, providers: [ProviderModule] = [], sinks: [any EventSink] = [],
        options: Options = Options(), host: ConfigurationHost = ConfigurationHost()
    ) throws(ConfigurationError) {
        var host = host
        host.time = options.time
        let loaded = try ProviderRegistry(providers).load(configuration, host: host)
        self.init(provider: loaded.activeProvider, context: loaded.context, sinks: sinks, options: options)
    }
}
