// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

/// The outcome of opening a stream.
package struct LaunchDarklyStreamOpening: Sendable, Hashable {
    package var time: Instant
    /// How long it took.
    package var duration: Duration
    package var hasFailed: Bool

    package init(time: Instant, duration: Duration, hasFailed: Bool) {
        self.time = time
        self.duration = duration
        self.hasFailed = hasFailed
    }
}

/// What a provider reports to LaunchDarkly about itself.
package struct LaunchDarklyDiagnosticFacts: Sendable, Hashable {
    /// Which client this is: `name`, `version`, and `wrapperName` and `wrapperVersion` if there are any.
    package var sdk: [String: FlagValue]
    /// Where it runs: `name`, `systemName`, `systemVersion`, `deviceType`, `backgroundEnabled`, `streamingEnabled`.
    package var platform: [String: FlagValue]
    /// How it is configured.
    package var configuration: [String: FlagValue]

    package init(
        sdk: [String: FlagValue], platform: [String: FlagValue], configuration: [String: FlagValue] = [:]
    ) {
        self.sdk = sdk
        self.platform = platform
        self.configuration = configuration
    }
}

/// What one run of the app reports about the provider's own work: its description once, and its statistics
/// periodically.
struct DiagnosticSession: Sendable {
    private let facts: LaunchDarklyDiagnosticFacts
    private let id: FlagValue
    private var hasBegun = false
    private var waiting: [FlagValue] = []

    private var dataSince: Instant
    private var dropped = 0
    private var openings: [LaunchDarklyStreamOpening] = []
    /// How many events the last payload had.
    var lastBatch = 0

    /// Streams that fail all day need not all be reported.
    private static let longestList = 1000

    /// Begins a session.
    ///
    /// - Parameters:
    ///   - facts: What the provider reports about itself.
    ///   - id: Identifies this run of the app.
    ///   - mobileKey: The key, of which the last six characters are sent.
    ///   - start: Now.
    init(_ facts: LaunchDarklyDiagnosticFacts, id: String, mobileKey: Secret, start: Instant) {
        self.facts = facts
        self.id = ["diagnosticId": .string(id), "sdkKeySuffix": .string(String(mobileKey.reveal().suffix(6)))]
        dataSince = start
    }

    // MARK: What happened

    mutating func drop(_ count: Int) { dropped += count }

    mutating func note(_ opening: LaunchDarklyStreamOpening) {
        if openings.count < Self.longestList { openings.append(opening) }
    }

    /// Whether there is anything to report since the last report.
    var hasNews: Bool { hasBegun && (dropped > 0 || lastBatch > 0 || !openings.isEmpty) }

    // MARK: What is reported

    var hasWaiting: Bool { !waiting.isEmpty }

    mutating func next() -> FlagValue? { waiting.isEmpty ? nil : waiting.removeFirst() }

    /// Puts a report that wasn't sent before all others.
    mutating func putBack(_ report: FlagValue) { waiting.insert(report, at: 0) }

    /// Begins when the client is first online: adds the description, preceded by the statistics of an earlier run of
    /// the app.
    mutating func begin(at now: Instant, earlier: FlagValue?) {
        guard !hasBegun else { return }
        hasBegun = true
        if let earlier { waiting.append(earlier) }
        waiting.append(
            event(
                "diagnostic-init", now,
                [
                    "sdk": .object(facts.sdk), "platform": .object(facts.platform),
                    "configuration": .object(facts.configuration),
                ]))
    }

    /// Adds the statistics since the last report, and starts counting again.
    mutating func report(at now: Instant) {
        guard hasBegun else { return }
        // While the network is slow, counting goes on and nothing piles up.
        guard waiting.isEmpty else { return }
        waiting.append(statistics(at: now))
        (dataSince, dropped, lastBatch, openings) = (now, 0, 0, [])
    }

    /// The statistics so far.
    func statistics(at now: Instant) -> FlagValue {
        event(
            "diagnostic", now,
            [
                "dataSinceDate": .int(dataSince.millisecondsSinceEpoch), "droppedEvents": .int(Int64(dropped)),
                "eventsInLastBatch": .int(Int64(lastBatch)), "streamInits": .array(openings.map(\.json)),
            ])
    }

    private func event(_ kind: String, _ now: Instant, _ members: [String: FlagValue]) -> FlagValue {
        var members = members
        members["kind"] = .string(kind)
        members["id"] = id
        members["creationDate"] = .int(now.millisecondsSinceEpoch)
        return .object(members)
    }
}

extension LaunchDarklyStreamOpening {
    fileprivate var json: FlagValue {
        [
            "timestamp": .int(time.millisecondsSinceEpoch), "durationMillis": .int(duration.wholeMilliseconds),
            "failed": .bool(hasFailed),
        ]
    }
}
