// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// One flag as the server serves it, whatever the protocol.
struct ServedFlag: Sendable, Equatable {
    let key: String
    /// The value; null for a flag without one.
    let value: FlagValue
    /// What the variant carries; null for nothing.
    let payload: FlagValue
    let variant: String?
    let reason: EvaluationReason
    /// Why there is no value; nil when nothing is wrong.
    let error: FlagError?
    let metadata: [String: FlagValue]
    /// The version that the vendor gave the flag.
    let version: Int64?
    let origin: Origin
    /// Whether the vendor wants to know about each read.
    let reportsEach: Bool
}

/// All flags of one context at one moment.
struct ServedFlags: Sendable {
    /// In the order of their names.
    let flags: [ServedFlag]
    /// Grows with every change of the client.
    let sequence: Int64
    /// Whether there is anything to serve.
    let isReady: Bool

    init(_ view: FlagSnapshot, forced: [String: FlagValue]) {
        let state = view.state
        let table = state.flagSet?.table ?? FlagTable()
        let keys = Set(table.keys).union(view.allFlags.keys).union(forced.keys)
        flags = keys.sorted().map { key in ServedFlag(view.details(of: FlagKey(key, default: .null)), table[key]) }
        sequence = Int64(clamping: state.sequence)
        isReady = state.flagSet != nil
    }

    subscript(key: String) -> ServedFlag? { flags.first { $0.key == key } }
}

extension ServedFlag {
    fileprivate init(_ details: EvaluationDetails<FlagValue>, _ flag: EvaluatedFlag?) {
        // What lies on top of the provider has no payload.
        let isForced = details.origin.kind == .override || details.origin.kind == .killSwitch
        self.init(
            key: details.key, value: details.value, payload: isForced ? .null : flag?.variantValue ?? .null,
            variant: details.variant, reason: details.reason, error: details.error, metadata: details.metadata,
            version: details.version, origin: details.origin, reportsEach: flag?.reporting.contains(.each) == true)
    }
}
