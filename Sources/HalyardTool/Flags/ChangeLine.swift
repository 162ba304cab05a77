// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// A flag change as one line.
struct ChangeLine {
    private let change: FlagChange
    private let time: Instant

    init(_ change: FlagChange, at time: Instant) { (self.change, self.time) = (change, time) }

    /// The line, such as `12:03:41Z  new-nav  false → true, payload 300  (on, TARGETING_MATCH, network: unleash)`.
    var text: OutputLine {
        let clock = time.description.dropFirst("2026-01-01T".count).prefix("12:03:41".count)
        let values = "\(FlagChange.shown(change.old)) → \(FlagChange.shown(change.new))"
        let facts = change.new.map { flag in
            "  (\([flag.variant, flag.reason.rawValue, flag.origin.description].compactMap(\.self).joined(separator: ", ")))"
        }
        return "\(clock)Z  \(change.key)  \(values)\(facts ?? "")"
    }

    /// The JSON form, without `old`, `new`, `oldPayload`, or `payload` if there is no such value.
    var json: FlagValue {
        var members: [String: FlagValue] = ["time": .date(time), "key": .string(change.key)]
        members["old"] = change.old?.value
        members["new"] = change.new?.value
        members["oldPayload"] = Self.payload(of: change.old)
        members["payload"] = Self.payload(of: change.new)
        if let flag = change.new {
            members["variant"] = flag.variant.flagValue
            members["reason"] = .string(flag.reason.rawValue)
            members["origin"] = .string(flag.origin.kind.rawValue)
            members["provider"] = flag.origin.provider.flagValue
        }
        return .object(members)
    }

    private static func payload(of flag: EvaluatedFlag?) -> FlagValue? {
        flag?.variantValue.flatMap { $0.isNull ? nil : $0 }
    }
}
