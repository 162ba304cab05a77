// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardNetwork
import HalyardSupport
public import HalyardTransport

extension ProviderModule {
    /// Support for LaunchDarkly in configurations.
    ///
    /// It adds the provider types `launchdarkly` and `launchdarkly-local`, the persistence policy `launchDarklyCache`, three bootstrap
    /// file formats, and kill switches from an `http` or `https` URL.
    public static let launchDarkly = launchDarkly()

    /// Creates the module with parts that a configuration can't express.
    ///
    /// - Parameters:
    ///   - transport: The shared transport of all providers of this type, or `nil` for a separate transport per provider.
    ///   - headersProvider: A function that returns the final header fields of each request.
    public static func launchDarkly(
        transport: (any HTTPTransport)? = nil, headersProvider: LaunchDarklyOptions.HeaderProvider? = nil
    ) -> ProviderModule {
        .network(
            over: transport,
            types: [.launchDarkly(transport, headersProvider), .launchDarklyLocal(transport, headersProvider)],
            formats: [.launchDarkly, .launchDarklyFlagsState, .launchDarklyLocal], policies: [.launchDarklyCache])
    }
}

extension ProviderType {
    /// Returns the provider type `launchdarkly`: `{"type": "launchdarkly", "mobileKey": {"$env": "LAUNCHDARKLY_MOBILE_KEY"}}`.
    ///
    /// It caches flags as
    /// ``LaunchDarklyProvider/cached(_:name:transport:mapper:userMapper:folder:files:time:random:)`` does, unless the
    /// configuration sets `persistence`.
    static func launchDarkly(
        _ transport: (any HTTPTransport)?, _ headersProvider: LaunchDarklyOptions.HeaderProvider?
    ) -> ProviderType {
        ProviderType("launchdarkly") { settings in
            var options = LaunchDarklyOptions(settings)
            settings.addWarning(about: options.risks)
            options.headerProvider = headersProvider
            let host = settings.host
            let folder = settings.path(
                "folder", "Folder for flags, keys, and events (default: the app's folder).")
            let store = host.store(in: folder)
            let deviceKeys = LaunchDarklyDeviceKeys(
                store: PlatformKeyStore.make(folder: store.folder, files: host.files, appGroup: host.appGroup?.name))
            let rules = settings.mappingRules("mapping")
            // Only its presence matters, because its values are the same for all provider types.
            let isCached = !settings.memberNames.contains("persistence")
            if !isCached, settings.value("maxCachedUsers") != nil {
                settings.addError(
                    "maxCachedUsers", "\"maxCachedUsers\" has no effect together with \"persistence\".",
                    suggestion: "Remove one of them.")
            }
            let provider = try LaunchDarklyProvider(
                options, name: settings.name, transport: settings.transport(orGiven: transport),
                mapper: LaunchDarklyContextMapper(rules: rules, deviceKeys: deviceKeys),
                userMapper: LaunchDarklyUserMapper(rules: rules, deviceKey: deviceKeys[.user]), folder: store.folder,
                files: host.files, time: host.time)
            return isCached ? try provider.caching(in: store) : provider
        }
    }
}

extension ProviderType {
    /// Returns the provider type `launchdarkly-local`.
    ///
    /// `{"type": "launchdarkly-local", "sdkKey": {"$env": "LAUNCHDARKLY_SDK_KEY"}}`.
    static func launchDarklyLocal(
        _ transport: (any HTTPTransport)?, _ headersProvider: LaunchDarklyOptions.HeaderProvider?
    ) -> ProviderType {
        ProviderType("launchdarkly-local") { settings in
            var options = LaunchDarklyLocalOptions(settings)
            options.headerProvider = headersProvider
            let host = settings.host
            let store = host.store(
                in: settings.path("folder", "Folder for events that couldn't be sent (default: the app's folder)."))
            return try LaunchDarklyLocalProvider(
                options, name: settings.name, transport: settings.transport(orGiven: transport),
                mapper: LaunchDarklyContextMapper(rules: settings.mappingRules("mapping")), store: store,
                time: host.time)
        }
    }
}
