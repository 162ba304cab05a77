// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Foundation
public import HalyardLaunchDarkly
import HalyardSupport

/// The state of a client's connection to LaunchDarkly.
///
/// An immutable value.
public struct ConnectionInformation: Codable, Sendable, Hashable {
    /// How flags are kept up to date.
    public typealias ConnectionMode = LaunchDarklyConnection.Mode

    /// The reason for the last failure of a connection.
    public enum LastConnectionFailureReason: Error, Sendable, Hashable {
        /// The service rejected the mobile key (401).
        case unauthorized
        /// The service responded with this status.
        case httpError(Int)
        /// Anything else, as a sentence.
        case unknownError(String)
        /// No connection has failed.
        case none
    }

    /// How flags are kept up to date.
    public let currentConnectionMode: ConnectionMode
    /// The reason for the last failure of a connection.
    public let lastConnectionFailureReason: LastConnectionFailureReason
    /// When the flags were last known to be valid; nil when they never were, and while they come over a stream.
    public let lastKnownFlagValidity: Date?
    /// When a connection last failed; nil when none did.
    public let lastFailedConnection: Date?

    /// ``lastConnectionFailureReason`` under the name that LaunchDarkly's guides use.
    public var lastFailureReason: LastConnectionFailureReason { lastConnectionFailureReason }

    init(_ connection: LaunchDarklyConnection?, mode: ConnectionMode) {
        currentConnectionMode = mode
        lastConnectionFailureReason = connection?.lastFailure.map(LastConnectionFailureReason.init) ?? .none
        lastKnownFlagValidity = connection?.lastKnownFlagValidity.map { Date($0.millisecondsSinceEpoch) }
        lastFailedConnection = connection?.lastFailedConnection.map { Date($0.millisecondsSinceEpoch) }
    }

    /// Everything in one line, for logs.
    package var line: String {
        "ConnectionInformation: mode \(currentConnectionMode.rawValue), last failure \(lastConnectionFailureReason)"
            + ", flags known at \(Self.text(lastKnownFlagValidity)), failed at \(Self.text(lastFailedConnection))"
    }

    private static func text(_ date: Date?) -> String { date.map { "\($0)" } ?? "no time" }
}

extension ConnectionInformation.LastConnectionFailureReason: CustomStringConvertible {
    /// The reason's name, with the status or the sentence if there is one.
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
