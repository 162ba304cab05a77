// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
public import HalyardLDEngine
package import HalyardLaunchDarkly

/// How a client talks to LaunchDarkly; all but the mobile key have the documented defaults.
///
/// Besides the options below it has all of `LDCommonOptions`, as its own:
/// ```swift
/// var config = LDConfig(mobileKey: "mob-…")
/// config.streamingMode = .polling
/// config.maxCachedUsers = 3
/// ```
/// A value: change it before the client is started.
@dynamicMemberLookup
public struct LDConfig: Sendable, Equatable {
    /// Names that are fixed.
    public typealias Constants = LDCommonOptions.Constants
    /// The shortest times that are used; shorter ones may be given.
    public typealias Minima = LDCommonOptions.Minima

    package var common: LDCommonOptions
    /// Whether events hold no attribute of users that can be private.
    ///
    /// False.
    public var allUserAttributesPrivate = false
    /// Names of attributes that events do not hold, besides those that each user names.
    ///
    /// None.
    public var privateUserAttributes: [String]?
    /// Whether events about flags, and custom ones, hold the whole user and not just the key.
    ///
    /// False.
    public var inlineUserInEvents = false
    /// How many users' flags are kept on the device; -1 for all, 0 for none.
    ///
    /// 5.
    public var maxCachedUsers = 5
    /// Whether a user who follows an anonymous one is not linked to it automatically.
    ///
    /// False.
    public var autoAliasingOptOut = false

    /// Makes a configuration.
    public init(mobileKey: String) { common = LDCommonOptions(mobileKey: mobileKey) }

    /// An option that the client for contexts has, too.
    public subscript<Value>(dynamicMember option: WritableKeyPath<LDCommonOptions, Value>) -> Value {
        get { common[keyPath: option] }
        set { common[keyPath: option] = newValue }
    }

    /// What cannot be changed and the client for contexts has, too.
    public subscript<Value>(dynamicMember fact: KeyPath<LDCommonOptions, Value>) -> Value { common[keyPath: fact] }

    /// The mobile keys of further environments, by the names of these.
    public func getSecondaryMobileKeys() -> [String: String] { common.getSecondaryMobileKeys() }

    /// Names the mobile keys of further environments; each gets a client of its own.
    ///
    /// - Throws: A `LDInvalidArgumentError` if the primary key is among them, if one has the primary environment's name,
    ///   or if a key comes twice. The keys stay as they were then.
    public mutating func setSecondaryMobileKeys(_ keys: [String: String]) throws {
        try common.setSecondaryMobileKeys(keys)
    }

    /// Whether all options are equal, but for the header delegate and the surroundings, which cannot be compared.
    public static func == (left: LDConfig, right: LDConfig) -> Bool { left.isEqual(to: right) }
}

extension LDConfig: ClientConfiguration {
    package func complete(_ options: inout LaunchDarklyOptions) {
        options.era = .users
        options.maxCachedUsers = max(maxCachedUsers, -1)
        options.events.privacyRules = .version5
        options.events.allAttributesPrivate = allUserAttributesPrivate
        options.events.privateAttributes = Set((privateUserAttributes ?? []).map(LDUser.wireName))
        options.events.inlinesUser = inlineUserInEvents
        options.events.aliasesAutomatically = !autoAliasingOptOut
    }
}
