// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Foundation
public import HalyardLDEngine

/// The result of a user change.
public typealias LDIdentifyResult = IdentifyResult

extension LDClient {
    /// Switches to another user in all environments, and waits for the user's flags.
    ///
    /// Works like ``identify(user:completion:)``, with one difference. If yet another user takes over, this method returns
    /// `shed` and doesn't wait for that user's flags.
    ///
    /// - Parameters:
    ///   - user: The new user.
    ///   - timeout: The maximum time to wait, in seconds, or `nil` for no limit. The attempt continues afterwards.
    @discardableResult
    public func identified(user: LDUser, timeout: TimeInterval? = nil) async -> LDIdentifyResult {
        await handle.identified(user, within: timeout.map { .saturating($0) })
    }

    /// Switches to another user in all environments, and reports the result.
    ///
    /// - Parameters:
    ///   - user: The new user.
    ///   - timeout: The maximum time to wait, in seconds. The attempt continues afterwards.
    ///   - completion: Called once.
    public func identify(
        user: LDUser, timeout: TimeInterval, completion: @escaping @Sendable (_ result: LDIdentifyResult) -> Void
    ) { handle.identify(user, within: .saturating(timeout), completion) }
}
