// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardSupport
public import HalyardTransport

extension LaunchDarklyProvider {
    /// Creates a provider that caches flags as LaunchDarkly's client SDKs do.
    ///
    /// It caches the flags of the most recent users (``LaunchDarklyOptions/maxCachedUsers``). It serves cached flags
    /// immediately, regardless of their age, until the service responds.
    ///
    /// The result is a ``LaunchDarklyProvider`` in a `PersistedProvider` with a ``LaunchDarklyCachePolicy``. Combine the two
    /// yourself for other rules. A configuration produces the same provider unless it sets `persistence`.
    ///
    /// - Parameters:
    ///   - options: The options of the provider.
    ///   - name: The provider's name.
    ///   - transport: The transport for requests, or `nil` for a new one. The provider doesn't close it.
    ///   - mapper: The mapper from vendor-neutral to LaunchDarkly contexts, or `nil` for a ``LaunchDarklyContextMapper``
    ///     without rules, which stores its device keys.
    ///   - userMapper: The mapper from vendor-neutral contexts to users, if the options select users.
    ///   - folder: The folder for flags, the device key, and reports for the next launch, or `nil` for the folder of
    ///     `FileFlagStore`.
    ///   - files: The file system.
    ///   - time: The clocks.
    ///   - random: The source of identifiers and of the jitter of delays.
    /// - Throws: An error with all problems of the options.
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

    /// Returns the provider with the cache that its options request.
    ///
    /// - Parameters:
    ///   - store: The storage of the flags.
    ///   - policy: The rules for serving stored flags, or `nil` for LaunchDarkly's rules.
    package func caching(
        in store: any FlagStore, as policy: (any PersistencePolicy)? = nil
    ) throws(ConfigurationError) -> PersistedProvider {
        let policy = policy ?? LaunchDarklyCachePolicy(maxUsers: options.maxCachedUsers)
        do throws(ProviderNestingError) {
            return try PersistedProvider(self, policy: policy, store: store, time: time)
        } catch {
            throw ConfigurationError(diagnostics: [Diagnostic("providerNesting", .error, error.description)])
        }
    }
}
