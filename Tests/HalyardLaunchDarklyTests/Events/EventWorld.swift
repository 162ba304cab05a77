// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardNetwork
import HalyardSupport
import HalyardTransport
import HostileServer

/// A sink that sends events to a local server over sockets, with manual time.
final class EventWorld: Sendable {
    /// 2026-01-01T00:00:00Z.
    static let start: Int64 = 1_767_225_600_000
    static let ada = EvaluationContext.user("ada", ["name": "Ada", "plan": "gold"])

    let server: HostileServer
    let sink: LaunchDarklyEventSink
    let time: ManualTime
    private let log: EventLog

    /// Creates a world whose server sends the given responses in order, and then status 202.
    ///
    /// If `files` isn't `nil`, the sink stores events that it can't send.
    init(
        _ answers: [[Step]] = [], facts: LaunchDarklyDiagnosticFacts? = nil, memory: DiagnosticMemory? = nil,
        files: InMemoryFileSystem? = nil, time: ManualTime = ManualTime(), seed: UInt64 = 1,
        mobileKey: String = "mob-0123456789", mode: FlagRequest.Mode = .online,
        hasConsent: Bool = true,
        dialect: any LaunchDarklyDialect = UserDialect(
            LaunchDarklyUserMapper(deviceKey: LaunchDarklyDeviceKey(store: nil) { "device" })),
        headerProvider: LaunchDarklyRequests.HeaderProvider? = nil,
        options change: (inout LaunchDarklyEventOptions) -> Void = { _ in }
    ) throws {
        let log = EventLog(answers)
        (self.log, self.time) = (log, time)
        server = try HostileServer(answering: { _ in log.nextAnswer })
        var options = LaunchDarklyEventOptions()
        options.connectionTimeout = .seconds(100)
        change(&options)
        let requests = LaunchDarklyRequests(
            mobileKey: Secret(mobileKey), endpoints: .relay(server.url("/base/")),
            dialect: dialect, commonHeaders: ["User-Agent": "Halyard/1"], additionalHeaders: ["X-App": "shop"],
            headerProvider: headerProvider)
        let events = LaunchDarklyEvents(
            options, requests, PlatformTransport.make(), facts: facts, memory: memory,
            store: files.map { FileFlagStore(folder: "/state", files: $0, time: time) }, time: time,
            random: SeededRandom(seed: seed)
        ) { delivery in
            log.deliveries.withLock { $0.append(Self.text(delivery)) }
        }
        sink = events.makeSink()
        sink.receive(
            .attached(
                EventFeed(
                    closeWindow: { log.windows.withLock { $0 += 1 } },
                    report: { diagnostic in log.diagnostics.withLock { $0.append("\(diagnostic)") } },
                    hasConsent: hasConsent)))
        sink.receive(.modeChanged(mode))
    }

    deinit { server.stop() }

    /// The reported diagnostics, one line each.
    var diagnostics: [String] { log.diagnostics.withLock { $0 } }
    /// The number of closed counting windows.
    var windowCount: Int { log.windows.withLock { $0 } }
    /// The result of each attempt.
    var deliveries: [String] { log.deliveries.withLock { $0 } }

    // MARK: Events

    func identify(_ context: EvaluationContext, after previous: EvaluationContext? = nil, isAlias: Bool = false) {
        sink.receive(.identified(IdentifyEvent(context: context, previous: previous, isAlias: isAlias, time: time.now)))
    }

    func track(_ name: String, data: FlagValue = .null, metric: Double? = nil, _ context: EvaluationContext = ada) {
        sink.receive(.tracked(TrackingEvent(name: name, data: data, metric: metric, context: context, time: time.now)))
    }

    func evaluate(
        _ flag: EvaluatedFlag?, _ value: FlagValue, default defaultValue: FlagValue = false, error: ErrorCode? = nil,
        isDetailed: Bool = false, in table: FlagTable = FlagTable(), _ context: EvaluationContext = ada
    ) {
        sink.receive(
            .evaluated(
                Evaluation(
                    flag: flag, key: flag?.key ?? "missing", value: value, defaultValue: defaultValue, error: error,
                    isDetailed: isDetailed, table: table, context: context, time: time.now)))
    }

    func count(_ entries: EvaluationSummary.Entry..., omittedCount: Int = 0, for context: EvaluationContext = ada) {
        sink.receive(
            .counted(
                EvaluationSummary(
                    context: context, start: Instant(millisecondsSinceEpoch: Self.start), end: time.now,
                    entries: entries,
                    omittedCount: omittedCount)))
    }

    /// Returns a flag from the service's JSON format.
    static func flag(_ key: String, _ json: FlagValue) -> EvaluatedFlag {
        var diagnostics = DiagnosticCollector()
        let flag = LaunchDarklyFlag(key, json, at: [], &diagnostics)?.flag(origin: Origin(.network, provider: "ld"))
        return flag ?? EvaluatedFlag(key, .null, origin: .default)
    }

    // MARK: Requests

    /// Sends the waiting events, and returns the bodies of all requests so far.
    func flushed() async -> [String] {
        await sink.flush()
        return server.requests.map(\.text)
    }

    private static func text(_ delivery: SendResult) -> String {
        switch delivery {
        case .delivered(let response): "delivered \(response.head.status)"
        case .dropped(let head): "dropped \(head.status)"
        case .failed(.status(let response)): "failed \(response.head.status)"
        case .failed(.transport(let error)): "failed \(error.kind)"
        }
    }
}

private final class EventLog: Sendable {
    let diagnostics = Lock<[String]>([])
    let windows = Lock(0)
    let deliveries = Lock<[String]>([])
    private let answers: Lock<[[Step]]>

    init(_ answers: [[Step]]) { self.answers = Lock(answers) }

    var nextAnswer: [Step] { answers.withLock { $0.isEmpty ? [.send(.response(202))] : $0.removeFirst() } }
}
