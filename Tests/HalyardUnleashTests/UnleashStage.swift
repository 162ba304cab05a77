// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
import HalyardSupport
import HalyardTransport
import HalyardUnleash
import HostileServer

/// An Unleash server that does what a test says, a clock that stands still, and clients of the two.
struct UnleashStage {
    let server: HostileServer
    /// The provider's clock, on which nobody else sleeps.
    let time = ManualTime()

    /// A transport whose deadlines never come, however slow the machine is.
    static var transport: any HTTPTransport { PlatformTransport.make(time: ManualTime()) }

    /// Makes a stage whose server answers every request with these steps.
    init(_ answer: @escaping @Sendable (RecordedRequest) -> [Step]) throws {
        server = try HostileServer(answering: answer)
    }

    /// Makes a stage whose server gives these answers to requests for flags, the last one again and again, and takes every
    /// report of metrics.
    init(_ answers: Wire...) throws {
        let count = Lock(0)
        let next = { @Sendable () -> Wire in
            let number = count.withLock { count -> Int in
                count += 1
                return count - 1
            }
            return answers[min(number, answers.count - 1)]
        }
        try self.init { request in
            request.target.contains("/client/metrics") ? [.send(.response(200))] : [.send(next())]
        }
    }

    /// Options that leave nothing to chance: a fixed session id, and no metrics unless they are asked for.
    func options(_ change: (inout UnleashOptions) -> Void = { _ in }) -> UnleashOptions {
        var options = UnleashOptions(url: server.url("/api/frontend"), clientKey: Secret("key"))
        options.sessionId = "4711"
        options.disableMetrics = true
        change(&options)
        return options
    }

    func provider(
        store: any SnapshotStore = MemorySnapshotStore(), _ change: (inout UnleashOptions) -> Void = { _ in }
    ) throws -> UnleashProvider {
        try UnleashProvider(
            options(change), transport: Self.transport, store: store, time: time, random: SeededRandom(seed: 1))
    }

    func client(_ provider: any FlagProvider, for context: EvaluationContext = .user("ann")) -> FlagClient {
        var options = FlagClient.Options()
        options.time = ManualTime()
        return FlagClient(provider: provider, context: context, options: options)
    }
}

extension Wire {
    /// An answer of the Frontend API with some toggles that are on.
    static func toggles(_ names: String..., tag: String? = nil) -> Wire {
        let toggles = names.map { #"{"name":"\#($0)","enabled":true}"# }.joined(separator: ",")
        return .flags(#"{"toggles":[\#(toggles)]}"#, tag: tag)
    }

    /// An answer with a body of the test's own.
    static func flags(_ body: String, tag: String? = nil) -> Wire {
        .response(200, tag.map { ["ETag: " + $0] } ?? [], body: Wire(Array(body.utf8)))
    }
}

extension RecordedRequest {
    /// Everything that was sent: request line, header lines in the order of their names, body; without the server's port and
    /// what the platform adds to every request.
    var transcript: [String] {
        let platform = ["Host:", "Accept-Encoding:", "Accept-Language:", "Connection:", "User-Agent:"]
        let lines = capitalizedHeaderLines.filter { line in !platform.contains { line.hasPrefix($0) } }
        return ["\(method) \(target)"] + lines.sorted() + (body.isEmpty ? [] : [text])
    }
}

extension UnleashStage {
    /// The identifier that the first provider with this stage's chance gives itself.
    static let connectionId = "910a2dec-8902-4cc1-beeb-8da1658eec67"

    /// Moves the clock to the next poll.
    func pass(_ duration: Duration) async {
        await time.untilSleeping()
        time.advance(by: duration)
    }

    /// Who is asked, as errors say it.
    var origin: String { "http://127.0.0.1:\(server.port)" }
}

extension FlagClient {
    /// Returns as soon as the client's state is as the test wants it.
    func until(_ isRight: (ClientState) -> Bool) async {
        for await update in updates where isRight(update.state) { return }
    }
}
