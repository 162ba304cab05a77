// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
import HalyardSupport

/// The events and counts that wait for the next request.
struct LaunchDarklyBatch: EventBatch {
    private let options: LaunchDarklyEventOptions
    private let dialect: any LaunchDarklyDialect
    private let writer: EventWriter
    private let clock: ServerClock
    private let reports: SelfReports?

    private var events: [LaunchDarklyEvent] = []
    private var counts: SummaryCounts
    /// The contexts that a server has described, or `nil` for a provider with one context at a time.
    private var indexed: IndexedContexts?
    /// The selection of a server's events, or `nil` for all events.
    private let sampling: EventSampling?
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
    ///   - random: The source of the numbers that select a part of a server's events.
    init(
        _ options: LaunchDarklyEventOptions, _ dialect: any LaunchDarklyDialect, clock: ServerClock,
        reports: SelfReports?, random: any RandomSource
    ) {
        self.options = options
        self.dialect = dialect
        self.clock = clock
        self.reports = reports
        writer = EventWriter(dialect, options)
        counts = SummaryCounts(isForServer: options.server != nil)
        indexed = options.server.map(IndexedContexts.init)
        sampling = options.server.map { _ in EventSampling(random: random) }
    }

    var count: Int { events.count + summaryCount }

    /// The number of summary events.
    private var summaryCount: Int {
        dialect.hasSummaryPerIdentity && !isForServer ? counts.count : min(counts.count, 1)
    }

    /// A Boolean value that indicates whether the events are about flags that a server evaluates for many contexts.
    private var isForServer: Bool { options.server != nil }

    /// Adds an event that isn't an evaluation.
    mutating func add(_ event: FlagEvent) {
        switch event {
        case .counted(let summary):
            counts.add(summary)
            omittedCount += summary.omittedCount
        case .tracked(let event): keep([.custom(event)])
        case .contextUsed(let use): add(use)
        case .identified(let event):
            // A server's start doesn't identify anyone.
            if isForServer, event.previous == nil { return }
            // The dialect might not have aliases, and an event that won't be sent must not replace another event.
            let events = LaunchDarklyEvent.events(of: event, aliases: options.aliasesAutomatically)
                .filter { dialect.hasAliases || !$0.isAlias }
            if !events.isEmpty { indexed?.describe(event.context, at: event.time) }
            keep(events)
        default: break
        }
    }

    /// Describes a context, unless a recent event has described it.
    private mutating func add(_ use: ContextUse) {
        guard let isNew = indexed?.use(use.context, at: use.time) else { return }
        if !isNew {
            reports?.noteDeduplicated()
        } else if !keep([.index(use.context, use.time)]) {
            indexed?.erase(use.context)
        }
    }

    /// Adds an evaluation and its prerequisites.
    mutating func add(_ evaluation: Evaluation, prerequisites: [PrerequisiteEvaluation]) {
        let serverTime = clock.time
        for prerequisite in prerequisites {
            keep(
                LaunchDarklyEvent.events(
                    of: prerequisite.evaluation, for: prerequisite.dependent, serverTime: serverTime,
                    sampling: sampling))
        }
        keep(LaunchDarklyEvent.events(of: evaluation, serverTime: serverTime, sampling: sampling))
        counts.add(prerequisites: prerequisites, for: evaluation.context)
    }

    /// Adds events as long as there is room.
    ///
    /// Counts don't use any room.
    ///
    /// - Returns: A Boolean value that indicates whether there was room for all of them.
    @discardableResult
    private mutating func keep(_ new: [LaunchDarklyEvent]) -> Bool {
        let room = max(0, options.capacity - events.count)
        events += new.prefix(room)
        let lost = max(0, new.count - room)
        dropped += lost
        if lost > 0 { reports?.noteDropped(lost) }
        return lost == 0
    }

    mutating func drain(at now: Instant) -> LaunchDarklyBatch {
        var taken = self
        taken.end = now
        taken.indexed = nil
        events = []
        counts = SummaryCounts(isForServer: isForServer)
        return taken
    }

    mutating func discard(at now: Instant) {
        _ = drain(at: now)
        indexed = options.server.map(IndexedContexts.init)
    }

    mutating func erase(_ context: EvaluationContext) {
        events.removeAll { $0.isAbout(context) }
        counts.erase(context)
        indexed?.erase(context)
    }

    func encoded() async -> EncodedEvents {
        // The provider prepares the dialect first, and reports the problems that this call returns.
        // A server's counts are about kinds, not about contexts.
        let counted = isForServer ? [] : counts.tallies.map(\.context)
        _ = await dialect.prepare(for: events.map(\.context) + counted)
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
