// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
package import Halyard
import HalyardLDEngine
package import HalyardLaunchDarkly
import HalyardSupport

/// Whom flags are for: a key, and what LaunchDarkly may decide by.
///
/// A value; it may cross threads. Two users are equal if all that is known of them is.
public struct LDUser: Sendable, Hashable {
    /// What identifies the user; never private.
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
    /// A second key, which only percentage rollouts look at.
    public var secondary: String?
    /// Whether the key stands for nobody in particular; never private.
    ///
    /// Unless the app says so itself, the key that the user is made with decides: true for the device's key, whoever gave it,
    /// and nothing said for any other. A key that is set later changes nothing, so set this as well, or hand the key to the
    /// initialiser. Nothing said reads as false and is not sent: rules can tell the two apart.
    public var isAnonymous: Bool {
        get { anonymity ?? false }
        set { anonymity = newValue }
    }
    /// The device; the model of this one unless the app says otherwise.
    ///
    /// Sent as a custom attribute; never private.
    public var device: String?
    /// The operating system; this one's name and version unless the app says otherwise.
    ///
    /// Sent as the custom attribute `os`;
    /// never private.
    public var operatingSystem: String?
    /// Names of attributes whose values no event may hold; `custom` stands for all custom ones.
    public var privateAttributes: [String]?
    private var anonymity: Bool?
    private var customValues: [String: FlagValue]?

    /// Attributes of the app's own; what JSON cannot say is left out.
    public var custom: [String: Any]? {
        get { customValues?.compactMapValues(\.plain) }
        set { customValues = newValue?.compactMapValues { FlagValue(any: $0) } }
    }

    /// Makes a user.
    ///
    /// Without a key this is an anonymous user with the key of this device, which is generated once, kept, and read from
    /// storage the first time that it is needed.
    ///
    /// - Parameters:
    ///   - key: What identifies the user; nil for the device's key.
    ///   - name: The full name.
    ///   - firstName: The first name.
    ///   - lastName: The last name.
    ///   - country: The country.
    ///   - ipAddress: The IP address.
    ///   - email: The e-mail address.
    ///   - avatar: The URL of a picture.
    ///   - custom: Attributes of the app's own.
    ///   - isAnonymous: Whether the key stands for nobody in particular; nil for what follows from the key.
    ///   - device: The device; nil for `device` in `custom`, and without that for this one's model.
    ///   - operatingSystem: The operating system; nil for `os` in `custom`, and without that for this one's.
    ///   - privateAttributes: Names of attributes whose values no event may hold.
    ///   - secondary: A second key, which only percentage rollouts look at.
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
        // Generated keys have the length of a UUID; for others storage need not be asked.
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
    /// Whether both have the same key, as LaunchDarkly's own client compares: attributes may be learnt over time.
    public static func == (left: LDUser, right: LDUser) -> Bool { left.key == right.key }

    /// Hashes the key.
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension LDUser {
    /// The user in the provider's words.
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
