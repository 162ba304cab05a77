// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
package import Halyard
import HalyardLDEngine
package import HalyardLaunchDarkly
import HalyardSupport

/// A user, with a key and attributes that LaunchDarkly can evaluate.
///
/// Because it's a value, you can pass it between threads.
public struct LDUser: Sendable, Hashable {
    /// The unique key of the user, which is never private.
    public var key: String
    /// The full name.
    public var name: String?
    /// The first name.
    public var firstName: String?
    /// The last name.
    public var lastName: String?
    /// The country.
    public var country: String?
    /// The IP address.
    public var ipAddress: String?
    /// The email address.
    public var email: String?
    /// The URL of a picture.
    public var avatar: String?
    /// A second key, which only percentage rollouts use.
    public var secondary: String?
    /// A Boolean value that indicates whether the key doesn't identify a particular person.
    ///
    /// It's never private. If the app doesn't set it, it depends on the key passed to the initializer. For the device's key
    /// it's `true`, even if the app passed that key. For any other key it's unset. Setting ``key`` later doesn't change it,
    /// so also set this property, or pass the key to the initializer. If it's unset, it reads as `false` and isn't sent.
    /// Rules can distinguish `false` from unset.
    public var isAnonymous: Bool {
        get { anonymity ?? false }
        set { anonymity = newValue }
    }
    /// The device (default: the model of this device).
    ///
    /// It's sent as a custom attribute, and is never private.
    public var device: String?
    /// The operating system (default: the name and version of this system).
    ///
    /// It's sent as the custom attribute `os`, and is never private.
    public var operatingSystem: String?
    /// The names of attributes whose values events omit, where `custom` means all custom attributes.
    public var privateAttributes: [String]?
    private var anonymity: Bool?
    private var customValues: [String: FlagValue]?

    /// The custom attributes, without values that JSON can't represent.
    public var custom: [String: Any]? {
        get { customValues?.compactMapValues(\.plain) }
        set { customValues = newValue?.compactMapValues { FlagValue(any: $0) } }
    }

    /// Creates a user.
    ///
    /// Without a key, this is an anonymous user with the key of this device. The device's key is generated once, stored,
    /// and read from storage when it's first needed.
    ///
    /// - Parameters:
    ///   - key: The unique key of the user, or `nil` for the device's key.
    ///   - name: The full name.
    ///   - firstName: The first name.
    ///   - lastName: The last name.
    ///   - country: The country.
    ///   - ipAddress: The IP address.
    ///   - email: The email address.
    ///   - avatar: The URL of a picture.
    ///   - custom: The custom attributes.
    ///   - isAnonymous: A Boolean value that indicates whether the key doesn't identify a particular person, or `nil` to
    ///     derive it from the key.
    ///   - device: The device, or `nil` for `device` in `custom`, or else this device's model.
    ///   - operatingSystem: The operating system, or `nil` for `os` in `custom`, or else this system.
    ///   - privateAttributes: The names of attributes whose values events omit.
    ///   - secondary: A second key, which only percentage rollouts use.
    public init(
        key: String? = nil, name: String? = nil, firstName: String? = nil, lastName: String? = nil,
        country: String? = nil, ipAddress: String? = nil, email: String? = nil, avatar: String? = nil,
        custom: [String: Any]? = nil, isAnonymous: Bool? = nil, device: String? = nil, operatingSystem: String? = nil,
        privateAttributes: [String]? = nil, secondary: String? = nil
    ) {
        self.init(
            key: key, deviceKey: ThisDevice.userKey, custom: custom, isAnonymous: isAnonymous, device: device,
            operatingSystem: operatingSystem)
        self.name = name
        self.firstName = firstName
        self.lastName = lastName
        self.country = country
        self.ipAddress = ipAddress
        self.email = email
        self.avatar = avatar
        self.privateAttributes = privateAttributes
        self.secondary = secondary
    }

    /// Creates a user with another source of the device's key.
    package init(
        key: String?, deviceKey: LaunchDarklyDeviceKey, custom: [String: Any]? = nil, isAnonymous: Bool? = nil,
        device: String? = nil, operatingSystem: String? = nil
    ) {
        self.key = key ?? deviceKey.value
        // Generated keys have the length of a UUID, so other keys don't require reading storage.
        let isGenerated = key == nil || (key?.utf8.count == 36 && key == deviceKey.value)
        anonymity = isAnonymous ?? (isGenerated ? true : nil)
        self.device = device ?? custom?["device"] as? String ?? Self.thisDevice
        self.operatingSystem = operatingSystem ?? custom?["os"] as? String ?? Self.thisSystem
        self.custom = custom
    }

    private static let (thisDevice, thisSystem) = {
        let system = Platform.system
        return (system.machine, system.version)
    }()
}

// MARK: - For the provider

extension LDUser {
    /// Returns a Boolean value that indicates whether two users have the same key.
    ///
    /// Attributes aren't compared, as in LaunchDarkly's client, because an app can learn them over time.
    public static func == (left: LDUser, right: LDUser) -> Bool { left.key == right.key }

    /// Hashes the key.
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension LDUser {
    /// The user as a `LaunchDarklyUser`.
    package var neutral: LaunchDarklyUser {
        var custom = customValues ?? [:]
        custom["device"] = device.map(FlagValue.string) ?? custom["device"]
        custom["os"] = operatingSystem.map(FlagValue.string) ?? custom["os"]
        var user = LaunchDarklyUser(key: key, isAnonymous: anonymity, custom: custom.filter { !$0.value.isNull })
        user.secondary = secondary
        user.name = name
        user.firstName = firstName
        user.lastName = lastName
        user.country = country
        user.ipAddress = ipAddress
        user.email = email
        user.avatar = avatar
        user.privateAttributes = Set((privateAttributes ?? []).map(Self.wireName))
        return user
    }

    /// Returns the name of an attribute in requests and events.
    static func wireName(_ name: String) -> String { name == "ipAddress" ? "ip" : name }
}

extension LDUser: ClientIdentity {
    package var neutralContext: EvaluationContext { neutral.context }
}
