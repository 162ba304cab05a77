// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The result of a change of the user or context.
public enum IdentifyResult: Sendable, Hashable, CaseIterable {
    /// Flags from the service are in place for the new user or context; or the client is offline, and the flags of its
    /// last visit are.
    case complete
    /// Another one took over before flags arrived.
    case shed
    /// The time was over, or the waiting task was cancelled; the attempt continues.
    case timeout
    /// No flags will arrive: the mobile key is refused, or the client is closed.
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
