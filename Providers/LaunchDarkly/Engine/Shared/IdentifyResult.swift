// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The result of a change of the user or context.
public enum IdentifyResult: Sendable, Hashable, CaseIterable {
    /// The client serves flags from the service for the new user or context.
    ///
    /// If the client is offline, it serves stored flags.
    case complete
    /// Another user or context took over before flags arrived.
    case shed
    /// The timeout passed, or the waiting task was canceled.
    ///
    /// The attempt continues.
    case timeout
    /// No flags can arrive, because the mobile key was rejected or the client is closed.
    case error

    init(_ ending: GroupMachine.Ending) {
        switch ending {
        case .arrived, .done, .offline: self = .complete
        case .overtaken: self = .shed
        case .timedOut: self = .timeout
        case .refused, .closed: self = .error
        }
    }
}
