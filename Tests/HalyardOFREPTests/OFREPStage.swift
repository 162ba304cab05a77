// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
import HalyardOFREP
import HalyardSupport
import HalyardTransport
import HostileServer
import TestSupport
import Testing

/// A scripted OFREP server, a manual clock, and clients of both.
struct OFREPStage {
    let server: HostileServer
    /// The provider's clock, on which nothing else sleeps.
    let time = ManualTime()

    /// A transport whose deadlines never pass, even on a slow machine.
    static var transport: any HTTPTransport { PlatformTransport.make(time: ManualTime()) }

    /// Creates a stage whose server runs steps for each request.
    init(_ answer: @escaping @Sendable (RecordedRequest) -> [Step]) throws {
        server = try HostileServer(answering: answer)
    }

    /// Creates a stage whose server sends responses in turn, and repeats the last one.
    init(_ answers: Wire...) throws {
        let answers = InTurn(answers)
        try self.init { _ in [.send(answers.next())] }
    }

    /// Returns options for the stage's server.
    func options(_ change: (inout OFREPOptions) -> Void = { _ in }) -> OFREPOptions {
        var options = OFREPOptions(url: server.url(""))
        change(&options)
        return options
    }

    func provider(_ change: (inout OFREPOptions) -> Void = { _ in }) throws -> OFREPProvider {
        try OFREPProvider(options(change), transport: Self.transport, time: time, random: SeededRandom(seed: 1))
    }

    func client(
        _ provider: any FlagProvider, for context: EvaluationContext = .user("ann"), at time: ManualTime = ManualTime(),
        _ change: (inout FlagClient.Options) -> Void = { _ in }
    ) -> FlagClient {
        FlagClient(provider: provider, context: context, options: .manual(time, change: change))
    }

    /// Waits for the next sleeper, and moves the provider's clock.
    func pass(_ duration: Duration) async {
        await time.awaitSleepers()
        time.advance(by: duration)
    }

    /// The server's origin, as in error messages.
    var origin: String { "http://127.0.0.1:\(server.port)" }
}

extension Wire {
    /// Returns a response with flags that are on.
    ///
    /// - Parameters:
    ///   - tag: The response's ETag, or `nil` for none.
    ///   - streams: The entries of `eventStreams` as JSON, or `nil` to omit the property.
    static func on(_ keys: String..., tag: String? = nil, streams: String? = nil) -> Wire {
        let flags = keys.map { #"{"key":"\#($0)","value":true,"reason":"STATIC","variant":"on"}"# }
        let events = streams.map { #","eventStreams":[\#($0)]"# } ?? ""
        return .flags(#"{"flags":[\#(flags.joined(separator: ","))]\#(events)}"#, tag: tag)
    }
}
