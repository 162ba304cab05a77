// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch
import HalyardNetwork
import HalyardSupport
import HalyardTransport
import HalyardURLSession
import HostileServer

/// Measures what idle streams cost, and whether ending threads, thousands of connections, or a flood leave something behind.
///
/// Threads read flags and end. After the idle streams, it connects, takes the first event and cancels, 2,000 times; then a flood runs into a slow reader.
/// Then a proxy of flags restarts under a client, the drop-in for LaunchDarkly's client goes offline and online, and a thousand
/// clients share one provider. Exits with 1 when streams cost too
/// much, when file descriptors, threads or memory grow, or when a client has not its own flags in time.
///
/// A program and not a test, because it measures its whole process. Memory rises a little, because the system keeps some
/// 300 bytes for each cancelled sleep until its time has come: five minutes, for the silence of a stream.
@main
struct Soak {
    private static let rounds = 20
    private static let cyclesInRound = 100
    /// What comes and goes by itself: threads of the system's pool, and what they hold.
    private static let slack = 4
    /// How many clients share a provider at a time.
    private static let clientCount = 1000
    private static let floodSize = 100 << 20
    /// The limit of the reader, what the platform has in hand, and what the allocator keeps.
    private static let floodLimit = 48 << 20

    /// Returns from the main thread, which an asynchronous main function would end, and valgrind with it.
    static func main() {
        let isDone = DispatchSemaphore(value: 0)
        Task.detached {
            do {
                try await run()
            } catch {
                end(["\(error)"])
            }
            isDone.signal()
        }
        isDone.wait()
    }

    private static func run() async throws {
        if CommandLine.arguments.dropFirst().first == "cancelled" {
            return try await CancelledRequests.run(CommandLine.arguments.dropFirst(2).first.flatMap(Int.init) ?? 1000)
        }
        var complaints = try await ProxyCheck.run()
        complaints += try await EndingThreads.run()
        guard ProcessUsage.now != nil else {
            print("soak: nothing measured, there is no /proc here")
            return end(complaints)
        }
        complaints += try await IdleStreams.run(over: "the platform's transport", for: .seconds(10), isGated: true) {
            PlatformTransport.make()
        }
        // First, while nothing else opens and closes any.
        complaints += try ManyClients.makeUnused(clientCount)
        #if os(Linux)
            complaints += try await soak("the platform's transport", PlatformTransport.make(), losesNothing: true)
        #endif
        complaints += try await soak("URLSession", URLSessionTransport(), losesNothing: false)
        complaints += try await RestartingProxy().run()
        complaints += try await DropInRaces.run(200)
        raiseOpenFileLimit(to: 8192)
        complaints += try await ManyClients.run(clientCount, isStreaming: false, for: .seconds(5))
        complaints += try await ManyClients.run(clientCount, isStreaming: true, for: .seconds(30))
        // Last, because it is not gated: its threads go on for a while.
        _ = try await IdleStreams.run(over: "URLSession", for: .seconds(2), isGated: false) { URLSessionTransport() }
        end(complaints)
    }

    /// Cycles and a flood over one transport; what is wrong, if anything.
    private static func soak(
        _ name: String, _ transport: any HTTPTransport, losesNothing: Bool
    ) async throws -> [String] {
        var complaints: [String] = []
        var first: ProcessUsage?
        for round in 1...rounds {
            try await cycle(over: transport)
            guard let usage = ProcessUsage.now else { continue }
            if round % 10 == 0 { print("soak: \(round * cyclesInRound) cycles over \(name): \(usage)") }
            if round == 2 { first = usage }
            if round == rounds, let first { complaints += usage.growth(since: first, slack: slack) }
        }
        complaints += try await flood(over: transport, name, losesNothing: losesNothing)
        await transport.close()
        return complaints.map { "\(name): \($0)" }
    }

    private static func end(_ complaints: [String]) {
        for complaint in complaints { print("soak: FAILED: \(complaint)") }
        guard complaints.isEmpty else { return exit(failure: 1) }
        print("soak: flat")
    }

    /// A hundred streams, one after the other, to a server of their own: what it remembers goes with it.
    private static func cycle(over transport: any HTTPTransport) async throws {
        let server = try HostileServer(.readRequest, .send(.eventStream + .event("put", "{}")), .stall)
        for number in 0..<cyclesInRound {
            stream: for try await event in transport.stream(HTTPRequest(server.url()), within: HTTPStreamLimits()) {
                if case .bytes = event { break stream }
            }
            try await server.untilClosedByClient(number)
        }
        server.stop()
        try await server.untilEnded()
    }

    /// A reader that is away while 100 MB come; what is wrong with the memory, if anything.
    private static func flood(
        over transport: any HTTPTransport, _ name: String, losesNothing: Bool
    ) async throws -> [String] {
        guard let before = ProcessUsage.now else { return [] }
        // With a stall, the stream ends only by its reader's limit.
        let end: Step = losesNothing ? .close : .stall
        let server = try HostileServer(.readRequest, .send(.head(200)), .flood(bytes: floodSize), end)
        defer { server.stop() }
        var iterator = transport.stream(HTTPRequest(server.url()), within: HTTPStreamLimits(maximumBufferSize: 1 << 20))
            .makeAsyncIterator()
        _ = try await iterator.next()
        let peak = Lock(0)
        let watching = Task {
            while !Task.isCancelled {
                let bytes = ProcessUsage.now?.bytes ?? 0
                peak.withLock { $0 = max($0, bytes) }
                try? await SystemTime().sleep(for: .milliseconds(2))
            }
        }
        // Long enough for all of it to come, if it would.
        try await SystemTime().sleep(for: .seconds(1))
        if !losesNothing { try await server.untilClosedByClient() }
        watching.cancel()
        await watching.value
        let growth = peak.withLock { $0 } - before.bytes
        print(
            "soak: a flood of \(floodSize >> 20) MiB into a reader of 1 MiB over \(name): memory grew by \(growth >> 10) KiB"
        )
        var complaints = growth > floodLimit ? ["a flood took \(growth >> 20) MiB"] : []
        var count = 0
        do throws(TransportError) {
            while let event = try await iterator.next(isolation: nil) {
                if case .bytes(let bytes) = event { count += bytes.count }
            }
            if !losesNothing { complaints.append("the flood did not end the stream") }
            if count != floodSize { complaints.append("\(count) bytes of the flood came") }
        } catch {
            if losesNothing || error.kind != .tooLarge { complaints.append("the flood ended with \(error)") }
        }
        return complaints
    }
}
