// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// A flag that the server serves, independent of the protocol.
struct ServedFlag: Sendable, Equatable {
    let key: String
    /// The value, or null if the flag has none.
    let value: FlagValue
    /// The variant's payload, or null if there is none.
    let payload: FlagValue
    let variant: String?
    let reason: EvaluationReason
    /// The reason for a missing value, or `nil` if there is no error.
    let error: FlagError?
    let metadata: [String: FlagValue]
    /// The vendor's version of the flag.
    let version: Int64?
    let origin: Origin
    /// A Boolean value that indicates whether the vendor requires an event for each read.
    let reportsEach: Bool
}

/// A snapshot of all flags for one context.
struct ServedFlags: Sendable {
    /// The flags, ordered by key.
    let flags: [ServedFlag]
    /// A number that increases with every change of the client.
    let sequence: Int64
    /// A Boolean value that indicates whether flags are available.
    let isReady: Bool
    /// The snapshot that the flags come from.
    let snapshot: FlagSnapshot

    init(_ snapshot: FlagSnapshot, forced: [String: FlagValue]) {
        self.snapshot = snapshot
        let state = snapshot.state
        let table = state.flagSet?.table ?? FlagTable()
        let keys = Set(table.keys).union(snapshot.allFlags.keys).union(forced.keys)
        flags = keys.sorted().map { key in ServedFlag(snapshot.details(of: FlagKey(key, default: .null)), table[key]) }
        sequence = Int64(clamping: state.sequence)
        isReady = state.flagSet != nil
    }

    subscript(key: String) -> ServedFlag? { flags.first { $0.key == key } }
}

extension ServedFlag {
    fileprivate init(_ details: EvaluationDetails<FlagValue>, _ flag: EvaluatedFlag?) {
        // An override or a kill switch has no payload.
        let isForced = details.origin.kind == .override || details.origin.kind == .killSwitch
        self.init(
            key: details.key, value: details.value, payload: isForced ? .null : flag?.variantValue ?? .null,
            variant: details.variant, reason: details.reason, error: details.error, metadata: details.metadata,
            version: details.version, origin: details.origin, reportsEach: flag?.reporting.contains(.each) == true)
    }
}
