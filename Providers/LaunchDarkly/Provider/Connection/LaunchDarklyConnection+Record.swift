// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

// Launches share everything except the mode, which each launch determines again.
extension LaunchDarklyConnection {
    /// The persistent part, as JSON.
    package var record: FlagValue {
        var members: [String: FlagValue] = [:]
        if let lastKnownFlagValidity { members["known"] = .int(lastKnownFlagValidity.millisecondsSinceEpoch) }
        if let lastFailedConnection { members["failed"] = .int(lastFailedConnection.millisecondsSinceEpoch) }
        switch lastFailure {
        case nil: break
        case .unauthorized?: members["status"] = 401
        case .httpError(let status)?: members["status"] = .int(Int64(status))
        case .unknownError(let message)?: members["message"] = .string(message)
        }
        return .object(members)
    }

    /// Restores the state that an earlier launch stored.
    ///
    /// Unreadable parts count as absent.
    package init(record: FlagValue) {
        lastKnownFlagValidity = Self.instant(record["known"])
        lastFailedConnection = Self.instant(record["failed"])
        if case .int(let status)? = record["status"], let status = Int(exactly: status) {
            lastFailure = Failure(status: status)
        } else if case .string(let message)? = record["message"] {
            lastFailure = .unknownError(message)
        }
    }

    private static func instant(_ value: FlagValue?) -> Instant? {
        if case .int(let milliseconds)? = value { Instant(millisecondsSinceEpoch: milliseconds) } else { nil }
    }
}
