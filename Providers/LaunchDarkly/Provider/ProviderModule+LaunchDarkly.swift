// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardNetwork
import HalyardSupport
public import HalyardTransport

extension ProviderModule {
    /// Support for LaunchDarkly: the provider type `launchdarkly`, the persistence policy `launchDarklyCache`, two
    /// bootstrap file formats, and kill switches from an `http` or `https` URL.
    public static let launchDarkly = launchDarkly()

    /// Makes the module with parts that a configuration cannot express.
    ///
    /// - Parameters:
    ///   - transport: What sends the requests of all providers of this type; nil for a separate one in each provider.
    ///   - headersProvider: Makes the final header fields of each request.
    public static func launchDarkly(
        transport: (any HTTPTransport)? = nil, headersProvider: LaunchDarklyOptions.HeaderProvider? = nil
    ) -> ProviderModule {
        .network(
            over: transport, types: [.launchDarkly(transport, headersProvider)],
            formats: [.launchDarkly, .launchDarklyFlagsState], policies: [.launchDarklyCache])
    }
}

extension ProviderType {
    /// `{"type": "launchdarkly", "mobileKey": {"$env": "LAUNCHDARKLY_MOBILE_KEY"}}`.
    ///
    /// Flags are cached as
    /// ``LaunchDarklyProvider/cached(_:name:transport:mapper:userMapper:folder:files:time:random:)`` does it, unless
    /// the object's member `persistence` says otherwise.
    static func launchDarkly(
        _ transport: (any HTTPTransport)?, _ headersProvider: LaunchDarklyOptions.HeaderProvider?
    ) -> ProviderType {
        ProviderType("launchdarkly") { settings in
            var options = LaunchDarklyOptions(settings)
            settings.addWarning(about: options.risks)
            options.headerProvider = headersProvider
            let host = settings.host
            let folder = settings.path(
                "folder", "Where flags, keys and events are kept; without it, the app's own folder.")
            let store = host.store(in: folder)
            let deviceKeys = LaunchDarklyDeviceKeys(
                store: PlatformKeyStore.make(folder: store.folder, files: host.files, appGroup: host.appGroup?.name))
            let rules = settings.mappingRules("mapping")
            // Only its presence matters: its values are the same for all types of providers.
            let isCached = !settings.memberNames.contains("persistence")
            if !isCached, settings.value("maxCachedUsers") != nil {
                settings.addError(
                    "maxCachedUsers", "Flags are kept as \"persistence\" says, so this would have no effect.",
                    suggestion: "Leave one of the two out.")
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
