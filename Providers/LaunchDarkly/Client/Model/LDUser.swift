// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
package import Halyard
import HalyardLDEngine
package import HalyardLaunchDarkly
import HalyardSupport

/// The user that flags are for: a key, and attributes that LaunchDarkly may evaluate.
///
/// A value; it may cross threads.
public struct LDUser: Sendable, Hashable {
    /// Identifies the user; never private.
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
    /// The e-mail address.
    public var email: String?
    /// The URL of a picture.
    public var avatar: String?
    /// A second key, which only percentage rollouts use.
    public var secondary: String?
    /// Whether the key does not identify a particular person; never private.
    ///
    /// Unless the app sets it, this depends on the key that the user is made with: true for the device's key, even if
    /// the app passed it, and unset for any other. A key that is set later changes nothing, so set this as well, or
    /// pass the key to the initialiser. Unset reads as false and is not sent; rules can distinguish the two.
    public var isAnonymous: Bool {
        get { anonymity ?? false }
        set { anonymity = newValue }
    }
    /// The device; by default, the model of this one.
    ///
    /// Sent as a custom attribute; never private.
    public var device: String?
    /// The operating system; by default, this one's name and version.
    ///
    /// Sent as the custom attribute `os`;
    /// never private.
    public var operatingSystem: String?
    /// Names of attributes whose values no event may contain; `custom` stands for all custom ones.
    public var privateAttributes: [String]?
    private var anonymity: Bool?
    private var customValues: [String: FlagValue]?

    /// The app's own attributes; what JSON cannot represent is left out.
    public var custom: [String: Any]? {
        get { customValues?.compactMapValues(\.plain) }
        set { customValues = newValue?.compactMapValues { FlagValue(any: $0) } }
    }

    /// Makes a user.
    ///
    /// Without a key this is an anonymous user with the key of this device, which is generated once, stored, and read
    /// from storage when it is first needed.
    ///
    /// - Parameters:
    ///   - key: Identifies the user; nil for the device's key.
    ///   - name: The full name.
    ///   - firstName: The first name.
    ///   - lastName: The last name.
    ///   - country: The country.
    ///   - ipAddress: The IP address.
    ///   - email: The e-mail address.
    ///   - avatar: The URL of a picture.
    ///   - custom: The app's own attributes.
    ///   - isAnonymous: Whether the key does not identify a particular person; nil to derive it from the key.
    ///   - device: The device; nil for `device` in `custom`, or else this one's model.
    ///   - operatingSystem: The operating system; nil for `os` in `custom`, or else this one's.
    ///   - privateAttributes: Names of attributes whose values no event may contain.
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

    /// Makes a user with another source of the device's key.
    package init(
        key: String?, deviceKey: LaunchDarklyDeviceKey, custom: [String: Any]? = nil, isAnonymous: Bool? = nil,
        device: String? = nil, operatingSystem: String? = nil
    ) {
        self.key = key ?? deviceKey.value
        // Generated keys have the length of a UUID; for others storage need not be read.
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
    /// Whether both have the same key, as in LaunchDarkly's own client: attributes may be learnt over time.
    public static func == (left: LDUser, right: LDUser) -> Bool { left.key == right.key }

    /// Hashes the key.
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension LDUser {
    /// The user in the provider's form.
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

    /// An attribute's name on the wire.
    static func wireName(_ name: String) -> String { name == "ipAddress" ? "ip" : name }
}

extension LDUser: ClientIdentity {
    package var neutralContext: EvaluationContext { neutral.context }
}
