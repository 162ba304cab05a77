// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTransport

/// The kinds that a provider adds to contexts if the app enables it: the app (`ld_application`) and the device (`ld_device`).
///
/// If the app supplies one of these kinds itself, that part remains unchanged. This type is a value.
package struct LaunchDarklyEnvironment: Sendable {
    private let application: LaunchDarklyApplication
    private let locale: String?
    let deviceKey: LaunchDarklyDeviceKey

    /// Creates the added kinds.
    ///
    /// - Parameters:
    ///   - application: The app, which is added only if it has an identifier.
    ///   - locale: The language of the device, or `nil` if it is unknown.
    ///   - deviceKey: The key of the device, under the kind `ld_device`.
    package init(application: LaunchDarklyApplication, locale: String? = nil, deviceKey: LaunchDarklyDeviceKey) {
        self.application = application
        self.locale = locale
        self.deviceKey = deviceKey
    }

    /// Returns the context with the kinds that it lacks.
    func adding(to context: LaunchDarklyContext) -> LaunchDarklyContext {
        var parts = context.parts
        for part in [applicationPart, devicePart].compactMap(\.self) where context[kind: part.kind] == nil {
            parts.append(part)
        }
        return LaunchDarklyContext(parts)
    }

    private static let version: FlagValue = "1.0"

    private var applicationPart: LaunchDarklyContext.Part? {
        guard let id = application.id else { return nil }
        var attributes: [String: FlagValue] = ["envAttributesVersion": Self.version, "id": .string(id)]
        attributes["version"] = application.version.map(FlagValue.string)
        attributes["versionName"] = application.versionName.map(FlagValue.string)
        attributes["locale"] = locale.map(FlagValue.string)
        return LaunchDarklyContext.Part(
            kind: "ld_application", key: URLBase64.text(SHA256.digest(of: id.utf8)), isAnonymous: false,
            name: application.name, attributes: attributes, privateAttributes: [])
    }

    private var devicePart: LaunchDarklyContext.Part {
        let system = Platform.system
        return LaunchDarklyContext.Part(
            kind: "ld_device", key: deviceKey.value, isAnonymous: false, name: nil,
            attributes: [
                "envAttributesVersion": Self.version, "manufacturer": .string(Self.manufacturer),
                "model": .string(system.model),
                "os": [
                    "family": .string(Self.family), "name": .string(system.name), "version": .string(system.version),
                ],
            ], privateAttributes: [])
    }

    private static let manufacturer: String = {
        #if canImport(Darwin)
            "Apple"
        #else
            "unknown"
        #endif
    }()

    private static let family: String = {
        #if canImport(Darwin)
            "Apple"
        #else
            Platform.system.name
        #endif
    }()
}
