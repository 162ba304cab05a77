// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Foundation
public import HalyardLDEngine

extension LDClient {
    /// Goes on with another context, in all environments.
    ///
    /// The flags of the context before go at once, and those of the new one's last visit take their place. Online, fresh ones
    /// are asked for, subject to the same pause as ``setOnline(_:completion:)``.
    ///
    /// - Parameters:
    ///   - context: What flags are for from now on.
    ///   - completion: Called once: when flags of the newest context have come, or when it is certain that they will not.
    public func identify(context: LDContext, completion: (@Sendable () -> Void)? = nil) {
        handle.identify(context, completion)
    }

    /// Goes on with another context, in all environments, and says what came of it.
    ///
    /// - Parameters:
    ///   - context: What flags are for from now on.
    ///   - useCache: What becomes of flags in place, and of those that are kept.
    ///   - completion: Called once; with `shed` as soon as yet another context takes over.
    public func identify(
        context: LDContext, useCache: IdentifyCacheUsage = .yes,
        completion: @escaping @Sendable (_ result: IdentifyResult) -> Void
    ) { handle.identify(context, within: nil, cache: useCache, completion) }

    /// Goes on with another context, in all environments, and says after a time at the latest what came of it.
    ///
    /// - Parameters:
    ///   - context: What flags are for from now on.
    ///   - timeout: How long to wait, in seconds; the attempt goes on afterwards.
    ///   - useCache: What becomes of flags in place, and of those that are kept.
    ///   - completion: Called once.
    public func identify(
        context: LDContext, timeout: TimeInterval, useCache: IdentifyCacheUsage = .yes,
        completion: @escaping @Sendable (_ result: IdentifyResult) -> Void
    ) { handle.identify(context, within: .saturating(timeout), cache: useCache, completion) }

    /// Goes on with another context, in all environments, and waits for the flags.
    ///
    /// - Parameters:
    ///   - context: What flags are for from now on.
    ///   - timeout: How long to wait at most, in seconds; nil for no limit. The attempt goes on afterwards.
    ///   - useCache: What becomes of flags in place, and of those that are kept.
    /// - Returns: What came of it; `timeout` at once when the waiting task is cancelled.
    @discardableResult
    public func identified(
        context: LDContext, timeout: TimeInterval? = nil, useCache: IdentifyCacheUsage = .yes
    ) async -> IdentifyResult {
        await handle.identified(context, within: timeout.map { .saturating($0) }, cache: useCache)
    }
}
