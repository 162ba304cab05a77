// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// Flags and snapshots of every kind.
enum SnapshotSamples {
    static let context = EvaluationContext.user("a", ["plan": "gold"])

    /// Flags whose keys describe their special property.
    static let flags: [EvaluatedFlag] = {
        let origin = Origin(.network, provider: "p")
        let values: [(String, FlagValue)] = [
            ("null", .null), ("true", true), ("false", false), ("int", 5), ("int-max", .int(.max)),
            ("int-min", .int(.min)), ("double-whole", .double(5)), ("double", 0.1), ("double-large", .double(1e300)),
            ("double-tiny", .double(.leastNonzeroMagnitude)), ("text", "héllo \"\n\u{1}\u{1F3F4}"), ("text-empty", ""),
            ("list", [1, 1.5, .null, [[]]]), ("object", ["b": ["c": .null], "a": 1, "": false]),
            ("key with \"quotes\" / and ~ and ü", 1), ("", 0),
        ]
        return values.map { EvaluatedFlag($0, $1, origin: origin) } + [
            EvaluatedFlag("payload", true, variantValue: "x", origin: origin),
            EvaluatedFlag("payload-null", true, variantValue: .null, origin: origin),
            EvaluatedFlag("variant", true, variant: "blue", origin: origin),
            EvaluatedFlag("version", true, version: .max, origin: origin),
            EvaluatedFlag("version-negative", true, version: -1, origin: origin),
            EvaluatedFlag("reason", true, reason: .targetingMatch, origin: origin),
            EvaluatedFlag("reason-own", true, reason: EvaluationReason(rawValue: "FULL_MOON"), origin: origin),
            EvaluatedFlag("metadata", true, metadata: ["a": 1, "b": ["c": .null]], origin: origin),
            EvaluatedFlag("reports-each", true, origin: origin, reporting: .each),
            EvaluatedFlag("vendor", true, origin: origin, vendor: ["trackEvents": true, "list": [1, 1.0]]),
            EvaluatedFlag("nobody's", true, origin: Origin(.network, provider: nil)),
            EvaluatedFlag("another's", true, origin: Origin(.network, provider: "q")),
        ]
    }()

    static let everything: FlagSet = {
        let moment = Instant(millisecondsSinceEpoch: 1_767_225_600_123)
        let inner = FlagSet(
            [EvaluatedFlag("part", 1, origin: Origin(.network, provider: "q"))], for: context, validator: "\"inner\"",
            providerData: ["cursor": 7], confirmedAt: Instant(millisecondsSinceEpoch: 5), missingFlags: .off)
        return FlagSet(
            FlagTable(flags), for: context, validator: "W/\"abc\"", providerData: ["tombstones": ["x"], "big": 1.0],
            confirmedAt: moment, missingFlags: .off, parts: ["q": inner])
    }()

    /// Returns all properties of a flag on one line.
    static func facts(_ flag: EvaluatedFlag?) -> String {
        guard let flag else { return "-" }
        let facts: [Any?] = [
            flag.value, flag.variantValue, flag.variant, flag.version, flag.reason.rawValue,
            FlagValue.object(flag.metadata), flag.origin, flag.reporting.rawValue, flag.vendor,
        ]
        return facts.map { $0.map { "\($0)" } ?? "-" }.joined(separator: " | ")
    }

    /// Returns all properties of a snapshot, with a line for each flag.
    static func facts(_ flagSet: FlagSet) -> [String] {
        let head =
            "validator \(flagSet.validator ?? "-"), notes \(flagSet.providerData), confirmed "
            + "\(flagSet.confirmedAt.millisecondsSinceEpoch), absence \(flagSet.missingFlags)"
        let flags = flagSet.table.keys.map { "\($0): \(facts(flagSet.table[$0]))" }
        let parts = flagSet.parts.sorted { $0.key < $1.key }.flatMap { name, part in
            facts(part).map { "\(name)/ \($0)" }
        }
        return [head] + flags + parts
    }
}
