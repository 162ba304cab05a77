// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
public import HalyardLDEngine
package import HalyardLaunchDarkly

/// Whether contexts also say which app and which device it is (`ld_application`, `ld_device`).
public enum AutoEnvAttributes: Int, Sendable, Hashable, CaseIterable {
    /// They do; each device then is a context of its own, and may count as one on the bill.
    case enabled
    /// They say only what the app does.
    case disabled
}

/// Gets the URL of a request and the header fields so far, and returns all that shall be sent; see `LDHeaderDelegate`.
public typealias RequestHeaderTransform = LDHeaderDelegate

/// How a client talks to LaunchDarkly; all but the mobile key and the environment attributes have the documented defaults.
///
/// Besides the options below it has all of `LDCommonOptions`, as its own:
/// ```swift
/// var config = LDConfig(mobileKey: "mob-…", autoEnvAttributes: .enabled)
/// config.streamingMode = .polling
/// config.privateContextAttributes = ["email", "/address/street"]
/// ```
/// A value: change it before the client is started.
@dynamicMemberLookup
public struct LDConfig: Sendable, Equatable {
    /// Names that are fixed.
    public typealias Constants = LDCommonOptions.Constants
    /// The shortest times that are used; shorter ones may be given.
    public typealias Minima = LDCommonOptions.Minima

    package var common: LDCommonOptions
    /// Whether contexts also say which app and which device it is.
    public var autoEnvAttributes: Bool
    /// Whether events hold nothing of contexts that can be private.
    ///
    /// False.
    public var allContextAttributesPrivate = false
    /// What events do not hold, besides what each context names.
    ///
    /// None.
    public var privateContextAttributes: [Reference] = []
    /// How many contexts' flags are kept on the device; -1 for all, 0 for none.
    ///
    /// 5.
    public var maxCachedContexts = 5
    /// Whether anonymous contexts are not identified, nor the anonymous parts of others.
    ///
    /// False.
    public var omitAnonymousContexts = false
    /// Code that runs around evaluations.
    ///
    /// None.
    public var hooks: [any Hook] = [] {
        didSet { common.hooks = hooks.map { NeutralHook(hook: $0) } }
    }

    /// Makes a configuration.
    ///
    /// - Parameters:
    ///   - mobileKey: The mobile key of the primary environment.
    ///   - autoEnvAttributes: Whether contexts also say which app and which device it is.
    public init(mobileKey: String, autoEnvAttributes: AutoEnvAttributes) {
        common = LDCommonOptions(mobileKey: mobileKey)
        self.autoEnvAttributes = autoEnvAttributes == .enabled
    }

    /// An option that the client for users has, too.
    public subscript<Value>(dynamicMember option: WritableKeyPath<LDCommonOptions, Value>) -> Value {
        get { common[keyPath: option] }
        set { common[keyPath: option] = newValue }
    }

    /// What cannot be changed and the client for users has, too.
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

    /// Whether all options are equal, but for the header delegate, hooks and surroundings, which cannot be compared.
    public static func == (left: LDConfig, right: LDConfig) -> Bool { left.isEqual(to: right) }
}

extension LDConfig: ClientConfiguration {
    package func complete(_ options: inout LaunchDarklyOptions) {
        options.era = .contexts
        options.maxCachedUsers = max(maxCachedContexts, -1)
        options.addsEnvironmentAttributes = autoEnvAttributes
        options.events.allAttributesPrivate = allContextAttributesPrivate
        options.events.privateAttributes = Set(privateContextAttributes.map { $0.raw() })
        options.events.omitsAnonymousContexts = omitAnonymousContexts
    }
}
