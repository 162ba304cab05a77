// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Foundation
public import HalyardLDEngine

/// What came of a change of the user.
public typealias LDIdentifyResult = IdentifyResult

extension LDClient {
    /// Goes on with another user, in all environments, and waits for the flags.
    ///
    /// As ``identify(user:completion:)`` does, but for one thing: when yet another user takes over, this returns
    /// `shed` and waits for no one else's flags.
    ///
    /// - Parameters:
    ///   - user: Whom flags are for from now on.
    ///   - timeout: How long to wait at most, in seconds; nil for no limit. The attempt goes on afterwards.
    @discardableResult
    public func identified(user: LDUser, timeout: TimeInterval? = nil) async -> LDIdentifyResult {
        await handle.identified(user, within: timeout.map { .saturating($0) })
    }

    /// Goes on with another user, in all environments, and says what came of it.
    ///
    /// - Parameters:
    ///   - user: Whom flags are for from now on.
    ///   - timeout: How long to wait, in seconds; the attempt goes on afterwards.
    ///   - completion: Called once.
    public func identify(
        user: LDUser, timeout: TimeInterval, completion: @escaping @Sendable (_ result: LDIdentifyResult) -> Void
    ) { handle.identify(user, within: .saturating(timeout), completion) }
}
