// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
public import HalyardLDEngine
package import HalyardLaunchDarkly

/// Whether contexts also describe the app and the device (`ld_application`, `ld_device`).
public enum AutoEnvAttributes: Int, Sendable, Hashable, CaseIterable {
    /// They do; each device is then a separate context, and may be billed as one.
    case enabled
    /// They contain only what the app sets.
    case disabled
}

/// Receives the URL of a request and the header fields so far, and returns all fields to send; see `LDHeaderDelegate`.
public typealias RequestHeaderTransform = LDHeaderDelegate

/// How a client talks to LaunchDarkly; everything but the mobile key and the environment attributes has the documented
/// default.
///
/// In addition to the options below it has all of `LDCommonOptions`:
/// ```swift
/// var config = LDConfig(mobileKey: "mob-…", autoEnvAttributes: .enabled)
/// config.streamingMode = .polling
/// config.privateContextAttributes = ["email", "/address/street"]
/// ```
/// A value: change it before the client is started.
@dynamicMemberLookup
public struct LDConfig: Sendable, Equatable {
    /// Fixed names.
    public typealias Constants = LDCommonOptions.Constants
    /// The shortest times that are used; shorter ones may be set.
    public typealias Minima = LDCommonOptions.Minima

    package var common: LDCommonOptions
    /// Whether contexts also describe the app and the device.
    public var autoEnvAttributes: Bool
    /// Whether everything in contexts that can be private is removed from events.
    ///
    /// Default: `false`.
    public var allContextAttributesPrivate = false
    /// References to attributes that events do not contain, in addition to those of each context.
    ///
    /// Default: none.
    public var privateContextAttributes: [Reference] = []
    /// How many contexts' flags are kept on the device; -1 for all, 0 for none.
    ///
    /// With 0, events that could not be sent are not stored, either. Default: 5.
    public var maxCachedContexts = 5
    /// Whether anonymous contexts, and the anonymous parts of others, are not identified.
    ///
    /// Default: `false`.
    public var omitAnonymousContexts = false
    /// Code that runs around evaluations, changes of the context, and custom events.
    ///
    /// Default: none.
    public var hooks: [any Hook] = []

    /// Makes a configuration.
    ///
    /// - Parameters:
    ///   - mobileKey: The mobile key of the primary environment.
    ///   - autoEnvAttributes: Whether contexts also describe the app and the device.
    public init(mobileKey: String, autoEnvAttributes: AutoEnvAttributes) {
        common = LDCommonOptions(mobileKey: mobileKey)
        self.autoEnvAttributes = autoEnvAttributes == .enabled
    }

    /// An option that the client for users has, too.
    public subscript<Value>(dynamicMember option: WritableKeyPath<LDCommonOptions, Value>) -> Value {
        get { common[keyPath: option] }
        set { common[keyPath: option] = newValue }
    }

    /// A read-only property that the client for users has, too.
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

    /// Whether all options are equal, except for the header delegate, hooks and dependencies, which cannot be compared.
    public static func == (left: LDConfig, right: LDConfig) -> Bool { left.isEqual(to: right) }
}

extension LDConfig: ClientConfiguration {
    package func complete(_ options: inout LaunchDarklyOptions) {
        options.contextModel = .contexts
        options.maxCachedUsers = max(maxCachedContexts, -1)
        options.addsEnvironmentAttributes = autoEnvAttributes
        options.events.allAttributesPrivate = allContextAttributesPrivate
        options.events.privateAttributes = Set(privateContextAttributes.map { $0.raw() })
        options.events.omitsAnonymousContexts = omitAnonymousContexts
    }

    package func hooks(for provider: LaunchDarklyProvider) -> [any EvaluationHook] {
        hooks.map { EvaluationStages(hook: $0, provider: provider) }
    }
}
