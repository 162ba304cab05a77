// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

extension LaunchDarklyOptions {
    /// The dialect of a provider with these options.
    ///
    /// - Parameters:
    ///   - mapper: Maps neutral contexts to LaunchDarkly's contexts, for the generation with contexts.
    ///   - userMapper: Maps neutral contexts to users, for the generation with users.
    ///   - deviceKeys: The keys of contexts without a key.
    ///   - random: The source of identifiers.
    package func dialect(
        mapper: any ContextMapper<LaunchDarklyContext>, userMapper: any ContextMapper<LaunchDarklyUser>,
        deviceKeys: LaunchDarklyDeviceKeys, random: any RandomSource
    ) -> any LaunchDarklyDialect {
        if contextModel == .users {
            return UserDialect(mapper: userMapper, deviceKey: (userMapper as? LaunchDarklyUserMapper)?.deviceKey)
        }
        let application = application.resolved(asksSystem: addsEnvironmentAttributes)
        let environment = LaunchDarklyEnvironment(
            application: application, locale: LaunchDarklyApplication.systemLocale, deviceKey: deviceKeys["ld_device"])
        return ContextDialect(
            mapper: mapper, deviceKeys: deviceKeys, environment: addsEnvironmentAttributes ? environment : nil,
            application: application, instanceID: LaunchDarklyInstanceID(random: random))
    }
}
