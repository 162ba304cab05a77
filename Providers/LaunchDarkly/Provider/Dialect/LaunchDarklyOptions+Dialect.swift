// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

extension LaunchDarklyOptions {
    /// Returns the dialect of a provider with these options.
    ///
    /// - Parameters:
    ///   - mapper: The mapper from vendor-neutral to LaunchDarkly contexts, for the context model `contexts`.
    ///   - userMapper: The mapper from vendor-neutral contexts to users, for the context model `users`.
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
