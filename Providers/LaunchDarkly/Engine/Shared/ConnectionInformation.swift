// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Foundation
public import HalyardLaunchDarkly
import HalyardSupport

/// The state of a client's connection to LaunchDarkly.
public struct ConnectionInformation: Codable, Sendable, Hashable {
    /// The way in which flags are kept up to date.
    public typealias ConnectionMode = LaunchDarklyConnection.Mode

    /// The reason for the last failed connection.
    public enum LastConnectionFailureReason: Error, Sendable, Hashable {
        /// The service rejected the mobile key (401).
        case unauthorized
        /// The service responded with the given status.
        case httpError(Int)
        /// Another reason, as a sentence.
        case unknownError(String)
        /// No connection has failed.
        case none
    }

    /// The way in which flags are kept up to date.
    public let currentConnectionMode: ConnectionMode
    /// The reason for the last failed connection.
    public let lastConnectionFailureReason: LastConnectionFailureReason
    /// The date when the flags were last known to be valid.
    ///
    /// It's `nil` if they never were, and while a stream provides them.
    public let lastKnownFlagValidity: Date?
    /// The date of the last failed connection, or `nil` if no connection has failed.
    public let lastFailedConnection: Date?

    /// The same value as ``lastConnectionFailureReason``, with the name in LaunchDarkly's guides.
    public var lastFailureReason: LastConnectionFailureReason { lastConnectionFailureReason }

    init(_ connection: LaunchDarklyConnection?, mode: ConnectionMode) {
        currentConnectionMode = mode
        lastConnectionFailureReason = connection?.lastFailure.map(LastConnectionFailureReason.init) ?? .none
        lastKnownFlagValidity = connection?.lastKnownFlagValidity.map { Date($0.millisecondsSinceEpoch) }
        lastFailedConnection = connection?.lastFailedConnection.map { Date($0.millisecondsSinceEpoch) }
    }

    /// A one-line description for logs.
    package var line: String {
        "ConnectionInformation: mode \(currentConnectionMode.rawValue), last failure \(lastConnectionFailureReason)"
            + ", flags last valid \(Self.text(lastKnownFlagValidity)), last failed \(Self.text(lastFailedConnection))"
    }

    private static func text(_ date: Date?) -> String { date.map { "\($0)" } ?? "never" }
}

extension ConnectionInformation.LastConnectionFailureReason: CustomStringConvertible {
    /// The name of the reason, with the status or the sentence if there is one.
    public var description: String {
        switch self {
        case .unauthorized: "unauthorized"
        case .httpError(let status): "httpError: \(status)"
        case .unknownError(let message): "unknownError: \(message)"
        case .none: "none"
        }
    }
}

extension ConnectionInformation.LastConnectionFailureReason {
    init(_ failure: LaunchDarklyConnection.Failure) {
        switch failure {
        case .unauthorized: self = .unauthorized
        case .httpError(let status): self = .httpError(status)
        case .unknownError(let message): self = .unknownError(message)
        }
    }
}

extension Date {
    fileprivate init(_ milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
