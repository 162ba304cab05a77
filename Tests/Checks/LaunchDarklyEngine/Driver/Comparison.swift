// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import Synchronization

/// Compares a client's local evaluations with the evaluator's results for each rule set.
struct Comparison: Sendable {
    /// The client's diagnostics.
    private final class Diagnostics: Sendable {
        private let diagnostics = Mutex<[Diagnostic]>([])

        func add(_ diagnostic: Diagnostic) { diagnostics.withLock { $0.append(diagnostic) } }

        func names(_ flag: String) -> Bool { diagnostics.withLock { $0.contains { $0.subject == flag } } }
    }

    private static let patience = Duration.seconds(20)
    /// A default value that no flag has.
    private static let none: FlagValue = "the caller's default value"

    private(set) var sightings = Sightings()
    private(set) var differences: [String] = []

    mutating func compare(_ set: RuleSet) async throws {
        let diagnostics = Diagnostics()
        var options = FlagClient.Options()
        options.diagnosticHandler = { diagnostics.add($0) }
        let provider = FileFlagProvider(.text(set.document), formats: [.launchDarklyLocal])
        let client = FlagClient(provider: provider, options: options)
        let started = await client.start(within: Self.patience)
        if started != .ready { differences.append("set \(set.number): \(started): \(client.state)") }
        for (number, read) in set.reads.enumerated() {
            let context = try read.evaluationContext(asPlain: number.isMultiple(of: 2))
            let details = client.snapshot(for: context).details(of: FlagKey(read.flag, default: Self.none))
            let seen = RuleSet.Result(details, default: Self.none)
            if seen == read.result, Self.hasFittingError(details, read.result) { continue }
            differences.append(
                "set \(set.number), \(read.flag): got \(seen), expected \(read.result), for \(read.context)")
        }
        if let damaged = set.damaged, !diagnostics.names(damaged) {
            differences.append("set \(set.number), \(damaged): can't be read, but no diagnostic names it")
        }
        // The evaluator's results count here, so that an evaluator that returns false for everything doesn't reach the minimums.
        sightings.note(set)
        await client.shutdown(within: Self.patience)
    }

    /// Returns whether the details have an error exactly if the evaluator reports one.
    private static func hasFittingError(_ details: EvaluationDetails<FlagValue>, _ expected: RuleSet.Result) -> Bool {
        switch expected.reason["errorKind"] {
        case nil: details.error == nil
        case "FLAG_NOT_FOUND": details.error?.code == .flagNotFound
        default: details.error?.code == .parseError
        }
    }
}

extension RuleSet.Result {
    /// Creates the result that an app sees, with LaunchDarkly's reason from the metadata.
    fileprivate init(_ details: EvaluationDetails<FlagValue>, default defaultValue: FlagValue) {
        value = details.value == defaultValue ? nil : details.value
        variation = details.variant.flatMap(Int.init)
        reason = details.metadata["vendorReason"] ?? .null
        // The vendor gives no reason for a flag that doesn't exist.
        if reason.isNull, details.error?.code == .flagNotFound {
            reason = ["kind": "ERROR", "errorKind": "FLAG_NOT_FOUND"]
        }
    }
}

extension RuleSet.Result: CustomStringConvertible {
    /// The value, the variation, and the reason on one line.
    var description: String {
        "\(value?.description ?? "the default value") (\(variation.map { "variation \($0)" } ?? "no variation"), \(reason))"
    }
}
