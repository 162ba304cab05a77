// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Keeps a client in sync with its configuration: applies later versions, chooses providers by name, and watches files.
///
/// The client knows nothing of it; it uses what the client offers to the whole module.
final class ClientConfigurator: ClientCompanion {
    /// Where the configuration comes from, and what code specifies where it says nothing.
    struct Source: Sendable {
        var registry: ProviderRegistry
        var host: ConfigurationHost
        /// The configuration that was applied last; nil when the client was made in code.
        var configuration: ConfigurationSource?
        /// The name under `clients`.
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

    private struct State {
        var source: Source
        /// What was made from the configuration, except for the provider, which the client identifies by its mark.
        var fingerprints: LoadedConfiguration.Fingerprints
        /// The configuration's own file, until it is watched.
        var watch: (file: String, interval: Duration)?
        /// Tasks that follow files, by numbers.
        var followers: [Int: Task<Void, Never>] = [:]
        var lastFollower = 0
        var hasEnded = false
    }

    private let state: Lock<State>
    /// Applies configurations one after the other.
    private let applications = SerialWork()

    init(
        _ source: Source, _ fingerprints: LoadedConfiguration.Fingerprints = .init(),
        watching interval: Duration? = nil
    ) {
        var state = State(source: source, fingerprints: fingerprints)
        if let file = source.configuration?.file, let interval { state.watch = (file, interval) }
        self.state = Lock(state)
    }

    func clientStarted(_ client: FlagClient) {
        guard let watch = state.withLock({ $0.watch.take() }) else { return }
        _ = addFollower(of: watch.file, every: watch.interval, on: client)
    }

    func clientEnded() {
        let followers = state.withLock { state in
            state.hasEnded = true
            return Array(state.followers.values)
        }
        for follower in followers { follower.cancel() }
    }

    // MARK: Choosing

    /// Lets the provider with a name take over.
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
        ConfigurationError(findings: [
            Diagnostic(
                "noConfiguration", .error, subject: name,
                "The client was not made of a configuration, so no provider is known by the name \"\(name)\".",
                suggestion: "Make it of one, or hand the provider itself to use(_:).")
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
            client.replaceOverrides(await BlockingWork.run { OverrideReader(overrides) })
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
            "\"lifecycle\" has changed, which a client that has been made does not follow.",
            suggestion: "Start the app again.")
    }

    // MARK: Following

    /// Applies each version of a file until the task is cancelled or the client ends.
    func follow(_ path: String, every interval: Duration, on client: FlagClient) async {
        let (number, task) = addFollower(of: path, every: interval, on: client)
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        state.withLock { _ = $0.followers.removeValue(forKey: number) }
    }

    private func addFollower(
        of path: String, every interval: Duration, on client: FlagClient
    ) -> (number: Int, task: Task<Void, Never>) {
        state.withLock { state in
            let watch = FileWatch(path, files: state.source.host.files)
            let task = Task { [weak self, weak client, time = client.options.time] in
                var watch = watch
                var lastFindings: [Diagnostic] = []
                while !Task.isCancelled {
                    let hasChanged = await watch.hasChanged()
                    // The client is retained no longer than it takes to apply a version.
                    guard let look = await self?.look(at: path, hasChanged, lastFindings, for: client) else { return }
                    lastFindings = look.findings
                    if look.isWorthAnotherTry { watch.forget() }
                    if (try? await time.sleep(for: max(interval, .milliseconds(10)))) == nil { return }
                }
            }
            if state.hasEnded { task.cancel() }
            state.lastFollower += 1
            state.followers[state.lastFollower] = task
            return (state.lastFollower, task)
        }
    }

    /// The outcome of a version of a file.
    private struct Look {
        var findings: [Diagnostic] = []
        /// Whether the same version may succeed later.
        var isWorthAnotherTry = false
    }

    /// Applies a new version, and reports errors that the previous look did not report; nil when the client has ended.
    private func look(
        at path: String, _ hasChanged: Bool, _ lastFindings: [Diagnostic], for client: FlagClient?
    ) async -> Look? {
        guard let client, !client.state.isShutDown else { return nil }
        guard hasChanged else { return Look(findings: lastFindings) }
        let look = await apply(path, to: client)
        if look.findings != lastFindings { for finding in look.findings { client.diagnostics.report(finding) } }
        return look
    }

    private func apply(_ path: String, to client: FlagClient) async -> Look {
        do {
            try await apply(.file(path), nil, to: client, within: .seconds(5))
            return Look()
        } catch let error as ConfigurationError {
            return Look(
                findings: error.findings, isWorthAnotherTry: error.findings.contains { $0.code == "fileUnreadable" })
        } catch is CancellationError {
            return Look()
        } catch {
            let finding = Diagnostic(
                "configurationNotApplied", .error, location: .init(file: path),
                "The configuration was not applied: \(FlagError(wrapping: error)).",
                suggestion: "What was configured before stays; it is tried again.")
            return Look(findings: [finding], isWorthAnotherTry: true)
        }
    }
}
