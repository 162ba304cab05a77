// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Foundation

/// What came of a change of the user.
public enum LDIdentifyResult: Sendable, Hashable, CaseIterable {
    /// Flags of the service are in place for the user; or the client is offline and the user's last flags are.
    case complete
    /// Another user took over before flags came.
    case shed
    /// The time was over, or the waiting task was cancelled; the attempt goes on.
    case timeout
    /// No flags will come: the mobile key is refused, or the client is closed.
    case error

    init(_ ending: FleetMachine.Ending) {
        switch ending {
        case .arrived, .done, .offline: self = .complete
        case .overtaken: self = .shed
        case .timedOut: self = .timeout
        case .refused, .closed: self = .error
        }
    }
}

extension LDClient {
    /// Goes on with another user, in all environments, and waits for the flags.
    ///
    /// As ``identify(user:completion:)`` does, but for one thing: when yet another user takes over, this returns
    /// ``LDIdentifyResult/shed`` and waits for no one else's flags.
    ///
    /// - Parameters:
    ///   - user: Whom flags are for from now on.
    ///   - timeout: How long to wait at most, in seconds; nil for no limit. The attempt goes on afterwards.
    @discardableResult
    public func identified(user: LDUser, timeout: TimeInterval? = nil) async -> LDIdentifyResult {
        guard let fleet else { return .error }
        return LDIdentifyResult(await fleet.identify(.user(user), within: timeout.map { .saturating($0) }))
    }

    /// Goes on with another user, in all environments, and tells what came of it.
    ///
    /// - Parameters:
    ///   - user: Whom flags are for from now on.
    ///   - timeout: How long to wait, in seconds; the attempt goes on afterwards.
    ///   - completion: Called once.
    public func identify(
        user: LDUser, timeout: TimeInterval, completion: @escaping @Sendable (_ result: LDIdentifyResult) -> Void
    ) {
        guard let fleet else { return completion(.error) }
        fleet.identify(.user(user), within: .saturating(timeout)) { completion(LDIdentifyResult($0)) }
    }
}
