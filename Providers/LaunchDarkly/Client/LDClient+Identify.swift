// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Foundation
public import HalyardLDEngine

/// The result of a change of the user.
public typealias LDIdentifyResult = IdentifyResult

extension LDClient {
    /// Switches to another user, in all environments, and waits for the flags.
    ///
    /// Like ``identify(user:completion:)``, with one difference: when yet another user takes over, this returns `shed`
    /// and does not wait for that user's flags.
    ///
    /// - Parameters:
    ///   - user: The user that flags are for from now on.
    ///   - timeout: How long to wait at most, in seconds; nil for no limit. The attempt continues afterwards.
    @discardableResult
    public func identified(user: LDUser, timeout: TimeInterval? = nil) async -> LDIdentifyResult {
        await handle.identified(user, within: timeout.map { .saturating($0) })
    }

    /// Switches to another user, in all environments, and reports the result.
    ///
    /// - Parameters:
    ///   - user: The user that flags are for from now on.
    ///   - timeout: How long to wait, in seconds; the attempt continues afterwards.
    ///   - completion: Called once.
    public func identify(
        user: LDUser, timeout: TimeInterval, completion: @escaping @Sendable (_ result: LDIdentifyResult) -> Void
    ) { handle.identify(user, within: .saturating(timeout), completion) }
}
