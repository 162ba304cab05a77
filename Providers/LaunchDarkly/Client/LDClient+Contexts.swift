// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Foundation
import Halyard
public import HalyardLaunchDarkly

extension LDClient {
    /// Starts the clients of all environments for a context.
    ///
    /// Everything holds that is said of `start(config:user:completion:)`.
    ///
    /// - Parameters:
    ///   - config: How to talk to LaunchDarkly.
    ///   - context: What flags are for; nil for an anonymous user with the key of this device.
    ///   - completion: Called once: when flags have come for all environments, or when it is certain that they will not.
    public static func start(config: LDConfig, context: LDContext?, completion: (@Sendable () -> Void)? = nil) {
        Harbor.shared.start(
            config: config, identity: identity(context), completion: Harbor.completion(completion))
    }

    /// Starts the clients of all environments for a context, and tells after a time at the latest.
    ///
    /// - Parameters:
    ///   - config: How to talk to LaunchDarkly.
    ///   - context: What flags are for; nil for an anonymous user with the key of this device.
    ///   - startWaitSeconds: How long to wait for flags, in seconds. The attempt goes on afterwards.
    ///   - completion: Called once: with false when flags have come for all environments, with true when the time is over, or
    ///     when it is certain that none will come.
    public static func start(
        config: LDConfig, context: LDContext?, startWaitSeconds: TimeInterval,
        completion: (@Sendable (_ timedOut: Bool) -> Void)? = nil
    ) {
        Harbor.shared.start(
            config: config, identity: identity(context), within: .saturating(startWaitSeconds), completion: completion)
    }

    /// Goes on with another context, in all environments.
    ///
    /// - Parameters:
    ///   - context: What flags are for from now on.
    ///   - completion: Called once: when flags of the newest context have come, or when it is certain that they will not.
    public func identify(context: LDContext, completion: (@Sendable () -> Void)? = nil) {
        guard let fleet else {
            completion?()
            return
        }
        fleet.identify(.context(context), Fleet.completion(completion))
    }

    /// Goes on with another context, in all environments, and waits for the flags.
    ///
    /// When yet another one takes over, this returns ``LDIdentifyResult/shed``.
    ///
    /// - Parameters:
    ///   - context: What flags are for from now on.
    ///   - timeout: How long to wait at most, in seconds; nil for no limit. The attempt goes on afterwards.
    ///   - useCache: What becomes of flags in place, and of those that are kept.
    @discardableResult
    public func identified(
        context: LDContext, timeout: TimeInterval? = nil, useCache: IdentifyCacheUsage = .yes
    ) async -> LDIdentifyResult {
        guard let fleet else { return .error }
        return LDIdentifyResult(
            await fleet.identify(.context(context), within: timeout.map { .saturating($0) }, useCache))
    }

    /// Goes on with another context, in all environments, and tells what came of it.
    ///
    /// - Parameters:
    ///   - context: What flags are for from now on.
    ///   - timeout: How long to wait, in seconds; the attempt goes on afterwards.
    ///   - useCache: What becomes of flags in place, and of those that are kept.
    ///   - completion: Called once.
    public func identify(
        context: LDContext, timeout: TimeInterval, useCache: IdentifyCacheUsage = .yes,
        completion: @escaping @Sendable (_ result: LDIdentifyResult) -> Void
    ) {
        guard let fleet else { return completion(.error) }
        fleet.identify(.context(context), within: .saturating(timeout), useCache) { completion(LDIdentifyResult($0)) }
    }

    /// The context, or that of an anonymous user of this device.
    private static func identity(_ context: LDContext?) -> LDIdentity {
        if let context { return .context(context) }
        return (try? LDContextBuilder().build(LDUser.deviceKeys).get()).map(LDIdentity.context) ?? .user(LDUser())
    }
}
