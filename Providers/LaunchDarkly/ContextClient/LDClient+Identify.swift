// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Foundation
public import HalyardLDEngine

extension LDClient {
    /// Switches to another context, in all environments.
    ///
    /// The flags of the previous context are removed at once, and replaced by those of the new context's last visit.
    /// Online, fresh ones are fetched, subject to the same delay as ``setOnline(_:completion:)``.
    ///
    /// - Parameters:
    ///   - context: The context that flags are for from now on.
    ///   - completion: Called once: when flags of the newest context have arrived, or when it is certain that none
    ///     will.
    @preconcurrency
    public func identify(context: LDContext, completion: (@MainActor @Sendable () -> Void)? = nil) {
        handle.identify(context, onMainThread(completion))
    }

    /// Switches to another context, in all environments, and reports the result.
    ///
    /// - Parameters:
    ///   - context: The context that flags are for from now on.
    ///   - useCache: What happens to the flags in place, and to those that are kept.
    ///   - completion: Called once; with `shed` as soon as yet another context takes over.
    @preconcurrency
    public func identify(
        context: LDContext, useCache: IdentifyCacheUsage = .yes,
        completion: @escaping @MainActor @Sendable (_ result: IdentifyResult) -> Void
    ) { handle.identify(context, within: nil, cache: useCache, onMainThread(completion)) }

    /// Switches to another context, in all environments, and reports the result no later than after a timeout.
    ///
    /// - Parameters:
    ///   - context: The context that flags are for from now on.
    ///   - timeout: The time limit, in seconds. The attempt continues afterwards. Zero or less means that there is no limit.
    ///   - useCache: What happens to the flags in place, and to those that are kept.
    ///   - completion: Called once.
    @preconcurrency
    public func identify(
        context: LDContext, timeout: TimeInterval, useCache: IdentifyCacheUsage = .yes,
        completion: @escaping @MainActor @Sendable (_ result: IdentifyResult) -> Void
    ) {
        let limit = timeout > 0 ? Duration.saturating(timeout) : nil
        handle.identify(context, within: limit, cache: useCache, onMainThread(completion))
    }

    /// Switches to another context, in all environments, and waits for the flags.
    ///
    /// - Parameters:
    ///   - context: The context that flags are for from now on.
    ///   - timeout: How long to wait at most, in seconds; nil for no limit. The attempt continues afterwards.
    ///   - useCache: What happens to the flags in place, and to those that are kept.
    /// - Returns: The result; `timeout` at once when the waiting task is cancelled.
    @discardableResult
    public func identified(
        context: LDContext, timeout: TimeInterval? = nil, useCache: IdentifyCacheUsage = .yes
    ) async -> IdentifyResult {
        await handle.identified(context, within: timeout.map { .saturating($0) }, cache: useCache)
    }
}
