// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
package import HalyardLaunchDarkly

/// A configuration of one of the client APIs.
package protocol ClientConfiguration: Sendable {
    /// The options that both clients have.
    var common: LDCommonOptions { get }
    /// Adds the options that only this client has.
    func complete(_ options: inout LaunchDarklyOptions)
    /// Returns the hooks that run around the evaluations of one environment's client.
    func hooks(for provider: LaunchDarklyProvider) -> [any EvaluationHook]
    /// Runs the hooks that precede a change of the identity.
    ///
    /// - Parameters:
    ///   - identity: The new identity.
    ///   - method: The name of the changing method, which hooks receive.
    /// - Returns: A closure that runs the hooks that follow the change, or `nil` if there are no hooks.
    func beginIdentifySeries(_ identity: any ClientIdentity, method: String) -> IdentifySeriesEnd?
}

/// A closure that runs the hooks that follow a change of the identity.
package typealias IdentifySeriesEnd = @Sendable (IdentifyResult) -> Void

extension ClientConfiguration {
    package func hooks(for provider: LaunchDarklyProvider) -> [any EvaluationHook] { [] }

    package func beginIdentifySeries(_ identity: any ClientIdentity, method: String) -> IdentifySeriesEnd? { nil }

    /// The mobile keys of all environments, by environment name.
    var mobileKeys: [String: String] {
        common.secondaryKeys.merging([LDCommonOptions.Constants.primaryEnvironmentName: common.mobileKey]) { $1 }
    }

    var environmentNames: Set<String> { Set(mobileKeys.keys) }

    /// The environments that never go online.
    var keylessEnvironments: Set<String> { Set(mobileKeys.filter { !isUsable($0.value) }.keys) }

    /// Returns whether an environment with this mobile key can go online, which requires a usable key and usable addresses.
    private func isUsable(_ mobileKey: String) -> Bool {
        !mobileKey.isEmpty && options(mobileKey, mobileKeys.count).isUsable
    }

    /// Returns the provider's options for one mobile key.
    package func options(_ mobileKey: String, _ keyCount: Int) -> LaunchDarklyOptions {
        var options = common.options(mobileKey, keyCount)
        complete(&options)
        // An app that stores no flags doesn't store events either.
        options.events.storage.isOn = options.maxCachedUsers != 0
        return options
    }

    /// Returns a Boolean value that indicates whether all options that can be compared are equal.
    ///
    /// Ignores the header delegate, hooks, and the dependencies.
    package func isEqual(to other: Self) -> Bool {
        options("", 1).comparable == other.options("", 1).comparable
            && (common.mobileKey, common.startOnline, common.isDebugMode) == (
                other.common.mobileKey, other.common.startOnline, other.common.isDebugMode
            )
            && common.secondaryKeys == other.common.secondaryKeys
    }
}

extension LaunchDarklyOptions {
    /// The options that can be compared, as strings.
    fileprivate var comparable: [String] {
        [
            "\(endpoints)", "\(streamingMode)", "\(pollingInterval)", "\(backgroundPollingInterval)",
            "\(updatesInBackground)", "\(usesReport)", "\(withReasons)", "\(maxCachedUsers)", "\(application)",
            "\(sendsEvents)", "\(addsEnvironmentAttributes)", "\(secureModeHash ?? "-")",
            "\(additionalHeaders.sorted(by: \.key))", "\(events.hashValue)",
        ]
    }
}
