// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardSupport
public import HalyardTransport

extension LaunchDarklyProvider {
    /// Makes a provider that keeps flags as LaunchDarkly's own clients do: those of the last users
    /// (``LaunchDarklyOptions/maxCachedUsers``) are served at once, however old, until the network has answered.
    ///
    /// This is a ``LaunchDarklyProvider`` in a `PersistedProvider` with a ``LaunchDarklyCachePolicy``; combine the two
    /// yourself for other rules. A configuration gets the same unless its member `persistence` says otherwise.
    ///
    /// - Parameters:
    ///   - options: The service, and how to use it.
    ///   - name: The provider's name.
    ///   - transport: What sends the requests; nil for a new one. It is not closed.
    ///   - mapper: Maps neutral contexts to LaunchDarkly's; nil for a ``LaunchDarklyContextMapper`` without rules,
    ///     whose device keys are kept.
    ///   - userMapper: Maps neutral contexts to users, if the options request users.
    ///   - folder: Where flags, the device key, and reports for the next launch are kept; nil for the folder of
    ///     `FileFlagStore`.
    ///   - files: The file system.
    ///   - time: The clocks.
    ///   - random: The source of identifiers and of the jitter of delays.
    /// - Throws: All problems with the options.
    public static func cached(
        _ options: LaunchDarklyOptions, name: String = "launchdarkly", transport: (any HTTPTransport)? = nil,
        mapper: (any ContextMapper<LaunchDarklyContext>)? = nil,
        userMapper: (any ContextMapper<LaunchDarklyUser>)? = nil, folder: String? = nil,
        files: any FileSystem = LocalFileSystem(), time: any TimeSource = SystemTime(),
        random: any RandomSource = SystemRandom()
    ) throws(ConfigurationError) -> PersistedProvider {
        let provider = try LaunchDarklyProvider(
            options, name: name, transport: transport, mapper: mapper, userMapper: userMapper, folder: folder,
            files: files, time: time,
            random: random)
        return try provider.caching(in: FileFlagStore(folder: folder, files: files, time: time))
    }

    /// The provider with the cache that its options request.
    ///
    /// - Parameters:
    ///   - store: Where flags are kept.
    ///   - policy: What is served when; nil for LaunchDarkly's own rules.
    package func caching(
        in store: any FlagStore, as policy: (any PersistencePolicy)? = nil
    ) throws(ConfigurationError) -> PersistedProvider {
        let policy = policy ?? LaunchDarklyCachePolicy(maxUsers: options.maxCachedUsers)
        do throws(ProviderNestingError) {
            return try PersistedProvider(self, policy: policy, store: store, time: time)
        } catch {
            throw ConfigurationError(findings: [Diagnostic("providerNesting", .error, error.description)])
        }
    }
}
