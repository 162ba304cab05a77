// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

/// The outcome of opening a stream.
package struct LaunchDarklyStreamOpening: Sendable, Hashable {
    package var time: Instant
    /// The duration of the attempt.
    package var duration: Duration
    package var hasFailed: Bool

    package init(time: Instant, duration: Duration, hasFailed: Bool) {
        self.time = time
        self.duration = duration
        self.hasFailed = hasFailed
    }
}

/// The information that a provider reports to LaunchDarkly about itself.
package struct LaunchDarklyDiagnosticFacts: Sendable, Hashable {
    /// The description of this client: `name`, `version`, and `wrapperName` and `wrapperVersion` if there are any.
    package var sdk: [String: FlagValue]
    /// The platform: `name`, `systemName`, `systemVersion`, `deviceType`, `backgroundEnabled`, `streamingEnabled`.
    package var platform: [String: FlagValue]
    /// The configuration of the client.
    package var configuration: [String: FlagValue]

    package init(
        sdk: [String: FlagValue], platform: [String: FlagValue], configuration: [String: FlagValue] = [:]
    ) {
        self.sdk = sdk
        self.platform = platform
        self.configuration = configuration
    }
}

/// The reports of one launch about the provider's own work: its description once, and its statistics periodically.
struct DiagnosticSession: Sendable {
    private let facts: LaunchDarklyDiagnosticFacts
    private let id: FlagValue
    private let isForServer: Bool
    private var hasBegun = false
    private var waiting: [FlagValue] = []

    private var dataSince: Instant
    private var dropped = 0
    private var openings: [LaunchDarklyStreamOpening] = []
    /// The number of events in the last payload.
    var lastBatch = 0
    /// The number of uses of contexts that weren't described again, which only servers report.
    var deduplicatedCount = 0

    /// The maximum number of stream openings in a report, because streams that fail all day don't all need to be reported.
    private static let longestList = 1000

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - facts: The information that the provider reports about itself.
    ///   - id: The identifier of this launch.
    ///   - mobileKey: The mobile key, whose last six characters are sent.
    ///   - start: The current time.
    ///   - isForServer: A Boolean value that indicates whether the provider evaluates flags for many contexts.
    init(
        _ facts: LaunchDarklyDiagnosticFacts, id: String, mobileKey: Secret, start: Instant, isForServer: Bool = false
    ) {
        self.isForServer = isForServer
        self.facts = facts
        self.id = ["diagnosticId": .string(id), "sdkKeySuffix": .string(String(mobileKey.reveal().suffix(6)))]
        dataSince = start
    }

    // MARK: What happened

    mutating func drop(_ count: Int) { dropped += count }

    mutating func note(_ opening: LaunchDarklyStreamOpening) {
        if openings.count < Self.longestList { openings.append(opening) }
    }

    /// A Boolean value that indicates whether there is anything to report since the last report.
    var hasNews: Bool { hasBegun && (dropped > 0 || lastBatch > 0 || !openings.isEmpty) }

    // MARK: What is reported

    var hasWaiting: Bool { !waiting.isEmpty }

    mutating func next() -> FlagValue? { waiting.isEmpty ? nil : waiting.removeFirst() }

    /// Inserts an unsent report before all other reports.
    mutating func putBack(_ report: FlagValue) { waiting.insert(report, at: 0) }

    /// Adds the description, after the statistics of an earlier launch.
    ///
    /// Called when the client is online for the first time.
    mutating func beginSession(at now: Instant, earlier: FlagValue?) {
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

    /// Adds the statistics since the last report, and restarts counting.
    mutating func report(at now: Instant) {
        guard hasBegun else { return }
        // While the network is slow, counting continues and reports don't accumulate.
        guard waiting.isEmpty else { return }
        waiting.append(statistics(at: now))
        (dataSince, dropped, lastBatch, openings) = (now, 0, 0, [])
        deduplicatedCount = 0
    }

    /// The statistics so far.
    func statistics(at now: Instant) -> FlagValue {
        var members: [String: FlagValue] = [
            "dataSinceDate": .int(dataSince.millisecondsSinceEpoch), "droppedEvents": .int(Int64(dropped)),
            "eventsInLastBatch": .int(Int64(lastBatch)), "streamInits": .array(openings.map(\.json)),
        ]
        if isForServer { members["deduplicatedUsers"] = .int(Int64(deduplicatedCount)) }
        return event("diagnostic", now, members)
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
