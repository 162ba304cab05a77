// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
public import HalyardLDEngine
package import HalyardLaunchDarkly

/// An option that controls whether contexts also describe the app and the device (`ld_application`, `ld_device`).
public enum AutoEnvAttributes: Int, Sendable, Hashable, CaseIterable {
    /// Contexts describe the app and the device.
    ///
    /// Each device is then a separate context, and might be billed as one.
    case enabled
    /// Contexts only contain the attributes that the app sets.
    case disabled
}

/// Returns all header fields of a request, given the URL and the existing header fields.
///
/// See `LDHeaderDelegate`.
public typealias RequestHeaderTransform = LDHeaderDelegate

/// A configuration of the clients.
///
/// Everything except the mobile key and the environment attributes has the documented default value. Besides the options
/// below, it has all options of `LDCommonOptions`:
/// ```swift
/// var config = LDConfig(mobileKey: "mob-…", autoEnvAttributes: .enabled)
/// config.streamingMode = .polling
/// config.privateContextAttributes = ["email", "/address/street"]
/// ```
/// Because it's a value, change it before you start the client.
@dynamicMemberLookup
public struct LDConfig: Sendable, Equatable {
    /// Fixed names.
    public typealias Constants = LDCommonOptions.Constants
    /// The shortest intervals that the client uses, even if you set shorter ones.
    public typealias Minima = LDCommonOptions.Minima

    package var common: LDCommonOptions
    /// A Boolean value that indicates whether contexts also describe the app and the device.
    public var autoEnvAttributes: Bool
    /// A Boolean value that indicates whether events omit all context attributes that can be private.
    ///
    /// Default: `false`.
    public var allContextAttributesPrivate = false
    /// References to attributes that events omit, in addition to each context's private attributes.
    ///
    /// Default: none.
    public var privateContextAttributes: [Reference] = []
    /// The number of contexts whose flags are stored on the device, -1 for all, or 0 for none.
    ///
    /// With 0, the client also doesn't store events that it couldn't send. Default: 5.
    public var maxCachedContexts = 5
    /// A Boolean value that indicates whether identify events omit anonymous contexts, and anonymous parts of other
    /// contexts.
    ///
    /// Default: `false`.
    public var omitAnonymousContexts = false
    /// Hooks that run around evaluations, context changes, and tracking events.
    ///
    /// Default: none.
    public var hooks: [any Hook] = []

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - mobileKey: The mobile key of the primary environment.
    ///   - autoEnvAttributes: An option that controls whether contexts also describe the app and the device.
    public init(mobileKey: String, autoEnvAttributes: AutoEnvAttributes) {
        common = LDCommonOptions(mobileKey: mobileKey)
        self.autoEnvAttributes = autoEnvAttributes == .enabled
    }

    /// Accesses an option that the user-based client also has.
    public subscript<Value>(dynamicMember option: WritableKeyPath<LDCommonOptions, Value>) -> Value {
        get { common[keyPath: option] }
        set { common[keyPath: option] = newValue }
    }

    /// Accesses a read-only property that the user-based client also has.
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
    /// Ignores the header delegate, hooks, and the dependencies.
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
