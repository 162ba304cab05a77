// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// Keeps a client in sync with its configuration: applies later versions, switches providers by name, and watches files.
///
/// The client doesn't depend on this type, which uses only the client's internal functions.
final class ClientConfigurator: Sendable {
    /// The source of the configuration, and the options from code for missing settings.
    struct Source: Sendable {
        var registry: ProviderRegistry
        var host: ConfigurationHost
        /// The last applied configuration, or `nil` if the client was created in code.
        var configuration: ConfigurationSource?
        /// The client's name under `clients`.
        var client: String?
        let overrides: OverrideOptions
        let killSwitch: KillSwitch?

        init(
            _ configuration: ConfigurationSource?, _ providers: [ProviderModule], _ options: FlagClient.Options,
            _ host: ConfigurationHost
        ) {
            registry = ProviderRegistry(providers)
            self.host = host
            self.host.time = options.time
            self.host.hasOwnLifecycle = options.lifecycle.map { !($0 is SystemLifecycle) } ?? false
            self.configuration = configuration
            (overrides, killSwitch) = (options.overrides, options.killSwitch)
        }
    }

    private struct State: ~Copyable {
        var source: Source
        /// The digests of the applied configuration.
        ///
        /// The client identifies the provider by its mark instead.
        var fingerprints: LoadedConfiguration.Fingerprints
    }

    private let state: Lock<State>
    /// Applies configurations one after the other.
    private let applications = SerialWork()

    init(_ source: Source, _ fingerprints: LoadedConfiguration.Fingerprints = .init()) {
        state = Lock(State(source: source, fingerprints: fingerprints))
    }

    // MARK: Choosing

    /// Switches to the provider with a name.
    func use(_ name: String, on client: FlagClient, within deadline: Duration) async throws {
        let choice = client.announceChoice()
        let source = state.withLock { $0.source }
        guard let configuration = source.configuration else { throw Self.notConfigured(name) }
        let next = try await BlockingWork.run { () throws(ConfigurationError) in
            try source.registry.load(configuration, host: source.host, using: name)
                .client(source.client, of: configuration)
        }
        try client.checkNewest(choice, name)
        let outcome = await client.swap(to: next.provider, mark: next.fingerprints.provider, within: deadline)
        try FlagClient.check(outcome, next.provider.name, deadline)
    }

    private static func notConfigured(_ name: String) -> ConfigurationError {
        ConfigurationError(diagnostics: [
            Diagnostic(
                "noConfiguration", .error, subject: name,
                "Can't find the provider \"\(name)\", because the client wasn't created from a configuration.",
                suggestion: "Create the client from a configuration, or pass the provider to switchProvider(to:).")
        ])
    }

    // MARK: Applying

    /// Applies a configuration to the client.
    func apply(
        _ configuration: ConfigurationSource, _ providers: [ProviderModule]?, to client: FlagClient,
        within deadline: Duration
    ) async throws {
        try await applications.run { [self] in
            if client.state.isShutDown { throw FlagClient.ended }
            let source = state.withLock { $0.source }
            let registry = providers.map { ProviderRegistry($0) } ?? source.registry
            let loaded = try await BlockingWork.run { () throws(ConfigurationError) in
                try registry.load(configuration, host: source.host)
            }
            let next = try loaded.client(source.client, of: configuration)
            if next.fingerprints.provider != client.servingMark {
                let outcome = await client.swap(
                    to: next.provider, mark: next.fingerprints.provider, within: deadline)
                try FlagClient.check(outcome, next.active, deadline)
            }
            if client.state.isShutDown { throw FlagClient.ended }
            let before = state.withLock { state in
                (state.source.registry, state.source.configuration) = (registry, configuration)
                defer { state.fingerprints = next.fingerprints }
                return state.fingerprints
            }
            let overrides = next.overrides ?? source.overrides
            await client.replaceOverrides(overrides)
            if next.fingerprints.killSwitch != before.killSwitch {
                client.replaceKillSwitch(next.killSwitch ?? source.killSwitch)
            }
            client.add(
                sinks: next.fingerprints.sinks == before.sinks ? nil : next.sinks,
                hooks: next.fingerprints.hooks == before.hooks ? nil : next.hooks)
            for warning in loaded.warnings { client.diagnostics.report(warning) }
            if next.fingerprints.followsSystem != before.followsSystem {
                client.diagnostics.report(Self.lifecycleStays(configuration))
            }
        }
    }

    private static func lifecycleStays(_ configuration: ConfigurationSource) -> Diagnostic {
        Diagnostic(
            "lifecycleStays", .warning, location: .init(file: configuration.file, pointer: "/lifecycle"),
            "\"lifecycle\" has changed, but a running client can't apply the change.",
            suggestion: "Restart the app.")
    }

    // MARK: Following

    /// Applies each version of the configuration's file, starting with the client's first run.
    func watch(_ path: String, every interval: Duration, for client: FlagClient) {
        client.core.withLock { core in
            _ = core.followers.replace(.configuration(core.nextNumber()), with: following(path, every: interval))
        }
    }

    /// Applies each version of a file until the task is cancelled or the client ends.
    func follow(_ path: String, every interval: Duration, on client: FlagClient) async {
        let (subject, task) = client.core.withLock { core in
            let subject = Followers.Subject.configuration(core.nextNumber())
            _ = core.followers.replace(subject, with: following(path, every: interval))
            return (subject, core.followers.start(subject, client))
        }
        await withTaskCancellationHandler {
            await task?.value
        } onCancel: {
            task?.cancel()
        }
        client.core.withLock { $0.followers.replace(subject, with: nil) }.cancel()
    }

    private func following(_ path: String, every interval: Duration) -> Followers.Body {
        let host = state.withLock { $0.source.host }
        return { [self] follower in
            var file = DocumentFollower(file: path, files: host.files)
            await follower.poll(every: max(interval, .milliseconds(10)), on: host.time) {
                // The client is retained only while a version is applied.
                let version = await file.look { await apply(path, to: follower.client()) }
                guard let client = follower.client(), !client.state.isShutDown else { return false }
                for diagnostic in version?.diagnostics ?? [] { client.diagnostics.report(diagnostic) }
                return true
            }
        }
    }

    private func apply(_ path: String, to client: FlagClient?) async -> DocumentFollower.Version<Void> {
        guard let client else { return .init(value: ()) }
        do {
            try await apply(.file(path), nil, to: client, within: .seconds(5))
            return .init(value: ())
        } catch let error as ConfigurationError {
            let isUnreadable = error.diagnostics.contains { $0.code == "fileUnreadable" }
            return .init(value: (), diagnostics: error.diagnostics, isWorthAnotherTry: isUnreadable)
        } catch is CancellationError {
            return .init(value: ())
        } catch {
            let diagnostic = Diagnostic(
                "configurationNotApplied", .error, location: .init(file: path),
                "Can't apply the configuration: \(FlagError(wrapping: error))".asSentence,
                suggestion: "Check the reason. The previous configuration remains active, and Halyard tries again.")
            return .init(value: (), diagnostics: [diagnostic], isWorthAnotherTry: true)
        }
    }
}
