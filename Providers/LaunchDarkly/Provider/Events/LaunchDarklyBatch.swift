// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork

/// The events and counts that wait for the next request.
struct LaunchDarklyBatch: EventBatch {
    private let options: LaunchDarklyEventOptions
    private let dialect: any LaunchDarklyDialect
    private let writer: EventWriter
    private let clock: ServerClock
    private let reports: SelfReports?

    private var events: [LaunchDarklyEvent] = []
    private var counts = SummaryCounts()
    /// The time when the batch was taken.
    private var end = Instant(millisecondsSinceEpoch: 0)
    private var dropped = 0
    private var omittedCount = 0

    /// Creates an empty batch.
    ///
    /// - Parameters:
    ///   - options: The options of events.
    ///   - dialect: The format of the events.
    ///   - clock: The service's time.
    ///   - reports: The provider's reports about itself, or `nil` for none.
    init(
        _ options: LaunchDarklyEventOptions, _ dialect: any LaunchDarklyDialect, clock: ServerClock,
        reports: SelfReports?
    ) {
        self.options = options
        self.dialect = dialect
        self.clock = clock
        self.reports = reports
        writer = EventWriter(dialect, options)
    }

    var count: Int { events.count + summaryCount }

    /// The number of summary events.
    private var summaryCount: Int { dialect.hasSummaryPerIdentity ? counts.count : min(counts.count, 1) }

    mutating func add(_ event: FlagEvent) {
        switch event {
        case .evaluated(let evaluation): add(evaluation)
        case .counted(let summary):
            counts.add(summary)
            omittedCount += summary.omittedCount
        case .tracked(let event): keep([.custom(event)])
        case .identified(let event):
            // The dialect might not have aliases, and an event that won't be sent must not replace another event.
            let events = LaunchDarklyEvent.events(of: event, aliases: options.aliasesAutomatically)
            keep(events.filter { dialect.hasAliases || !$0.isAlias })
        default: break
        }
    }

    private mutating func add(_ evaluation: Evaluation) {
        let prerequisites = dialect.countsPrerequisites ? evaluation.prerequisites : []
        let serverTime = clock.time
        keep((prerequisites + [evaluation]).flatMap { LaunchDarklyEvent.events(of: $0, serverTime: serverTime) })
        counts.add(prerequisites: prerequisites, for: evaluation.context)
    }

    /// Adds events as long as there is room.
    ///
    /// Counts don't use any room.
    private mutating func keep(_ new: [LaunchDarklyEvent]) {
        let room = max(0, options.capacity - events.count)
        events += new.prefix(room)
        let lost = max(0, new.count - room)
        dropped += lost
        reports?.noteDropped(lost)
    }

    mutating func drain(at now: Instant) -> LaunchDarklyBatch {
        var taken = self
        taken.end = now
        events = []
        counts = SummaryCounts()
        return taken
    }

    mutating func erase(_ context: EvaluationContext) {
        events.removeAll { $0.isAbout(context) }
        counts.erase(context)
    }

    func encoded() async -> EncodedEvents {
        // The provider prepares the dialect first, and reports the problems that this call returns.
        _ = await dialect.prepare(for: events.map(\.context) + counts.tallies.map(\.context))
        let encoded = writer.encode(events, counts, end: end)
        reports?.noteBatch(encoded.events.count)
        return encoded
    }

    mutating func takeDiagnostics() -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        if dropped > 0 {
            diagnostics.append(
                .eventsDropped(
                    "Events", dropped, of: "launchdarkly",
                    "Halyard dropped the newest events because only \(options.capacity) can wait.",
                    suggestion: "Set a shorter eventFlushInterval, or a larger eventCapacity."))
        }
        if omittedCount > 0 {
            diagnostics.append(
                Diagnostic(
                    "eventsDropped", .warning, subject: "launchdarkly",
                    "Didn't count \(omittedCount) evaluations of unknown flags.",
                    suggestion: "Use flag keys that are known when the app is built."))
        }
        dropped = 0
        omittedCount = 0
        return diagnostics
    }
}
