// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
public import HalyardLDEngine
package import HalyardLaunchDarkly

/// How a client talks to LaunchDarkly; everything but the mobile key has the documented default.
///
/// In addition to the options below it has all of `LDCommonOptions`:
/// ```swift
/// var config = LDConfig(mobileKey: "mob-…")
/// config.streamingMode = .polling
/// config.maxCachedUsers = 3
/// ```
/// A value: change it before the client is started.
@dynamicMemberLookup
public struct LDConfig: Sendable, Equatable {
    /// Fixed names.
    public typealias Constants = LDCommonOptions.Constants
    /// The shortest times that are used; shorter ones may be set.
    public typealias Minima = LDCommonOptions.Minima

    package var common: LDCommonOptions
    /// Whether all attributes of users that can be private are removed from events.
    ///
    /// Default: `false`.
    public var allUserAttributesPrivate = false
    /// Names of attributes that events do not contain, in addition to those that each user names.
    ///
    /// Default: none.
    public var privateUserAttributes: [String]?
    /// Whether events about flags, and custom ones, contain the whole user and not just the key.
    ///
    /// Default: `false`.
    public var inlineUserInEvents = false
    /// How many users' flags are kept on the device; -1 for all, 0 for none.
    ///
    /// With 0, events that could not be sent are not stored, either. Default: 5.
    public var maxCachedUsers = 5
    /// Whether a user who follows an anonymous one is not linked to it automatically.
    ///
    /// Default: `false`.
    public var autoAliasingOptOut = false

    /// Makes a configuration.
    public init(mobileKey: String) { common = LDCommonOptions(mobileKey: mobileKey) }

    /// An option that the client for contexts has, too.
    public subscript<Value>(dynamicMember option: WritableKeyPath<LDCommonOptions, Value>) -> Value {
        get { common[keyPath: option] }
        set { common[keyPath: option] = newValue }
    }

    /// A read-only property that the client for contexts has, too.
    public subscript<Value>(dynamicMember fact: KeyPath<LDCommonOptions, Value>) -> Value { common[keyPath: fact] }

    /// The mobile keys of further environments, by environment name.
    public func getSecondaryMobileKeys() -> [String: String] { common.getSecondaryMobileKeys() }

    /// Sets the mobile keys of further environments; each gets its own client.
    ///
    /// - Throws: A `LDInvalidArgumentError` if the primary key is among them, if one has the primary environment's
    ///   name, or if a key occurs twice. The keys then stay as they were.
    public mutating func setSecondaryMobileKeys(_ keys: [String: String]) throws {
        try common.setSecondaryMobileKeys(keys)
    }

    /// Whether all options are equal, except for the header delegate and the dependencies, which cannot be compared.
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
