// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
public import HalyardLDEngine
package import HalyardLaunchDarkly

/// A configuration of the clients.
///
/// Everything except the mobile key has the documented default value. Besides the options below, it has all options of
/// `LDCommonOptions`:
/// ```swift
/// var config = LDConfig(mobileKey: "mob-…")
/// config.streamingMode = .polling
/// config.maxCachedUsers = 3
/// ```
/// Because it's a value, change it before you start the client.
@dynamicMemberLookup
public struct LDConfig: Sendable, Equatable {
    /// Fixed names.
    public typealias Constants = LDCommonOptions.Constants
    /// The shortest intervals that the client uses, even if you set shorter ones.
    public typealias Minima = LDCommonOptions.Minima

    package var common: LDCommonOptions
    /// A Boolean value that indicates whether events omit all attributes of users that can be private.
    ///
    /// Default: `false`.
    public var allUserAttributesPrivate = false
    /// The names of attributes that events omit, in addition to each user's private attributes.
    ///
    /// Default: none.
    public var privateUserAttributes: [String]?
    /// A Boolean value that indicates whether flag events and tracking events contain the whole user and not only the key.
    ///
    /// Default: `false`.
    public var inlineUserInEvents = false
    /// The number of users whose flags are stored on the device, -1 for all, or 0 for none.
    ///
    /// With 0, the client also doesn't store events that it couldn't send. Default: 5.
    public var maxCachedUsers = 5
    /// A Boolean value that indicates whether a user who follows an anonymous user isn't linked to it automatically.
    ///
    /// Default: `false`.
    public var autoAliasingOptOut = false

    /// Creates a configuration with the mobile key of the primary environment.
    public init(mobileKey: String) { common = LDCommonOptions(mobileKey: mobileKey) }

    /// Accesses an option that the context-based client also has.
    public subscript<Value>(dynamicMember option: WritableKeyPath<LDCommonOptions, Value>) -> Value {
        get { common[keyPath: option] }
        set { common[keyPath: option] = newValue }
    }

    /// Accesses a read-only property that the context-based client also has.
    public subscript<Value>(dynamicMember fact: KeyPath<LDCommonOptions, Value>) -> Value { common[keyPath: fact] }

    /// Returns the mobile keys of additional environments, by environment name.
    public func getSecondaryMobileKeys() -> [String: String] { common.getSecondaryMobileKeys() }

    /// Sets the mobile keys of additional environments, each of which gets its own client.
    ///
    /// - Throws: An `LDInvalidArgumentError` if the primary key is among them, if one has the primary environment's name,
    ///   or if a key occurs twice. The previous keys then remain.
    public mutating func setSecondaryMobileKeys(_ keys: [String: String]) throws {
        try common.setSecondaryMobileKeys(keys)
    }

    /// Returns a Boolean value that indicates whether all options that can be compared are equal.
    ///
    /// Ignores the header delegate and the dependencies.
    public static func == (left: LDConfig, right: LDConfig) -> Bool { left.isEqual(to: right) }
}

extension LDConfig: ClientConfiguration {
    package func complete(_ options: inout LaunchDarklyOptions) {
        options.contextModel = .users
        options.maxCachedUsers = max(maxCachedUsers, -1)
        options.events.privacyRules = .version5
        options.events.allAttributesPrivate = allUserAttributesPrivate
        options.events.privateAttributes = Set((privateUserAttributes ?? []).map(LDUser.wireName))
        options.events.inlinesUser = inlineUserInEvents
        options.events.aliasesAutomatically = !autoAliasingOptOut
    }
}
