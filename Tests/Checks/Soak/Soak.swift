// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch
import HalyardNetwork
import HalyardSupport
import HalyardTransport
import HalyardURLSession
import HostileServer

/// Measures the cost of idle streams, and checks that ending threads, many connections, and a flood leave nothing behind.
///
/// Threads read flags and end. After the idle streams, the program connects, takes the first event, and cancels, 2,000 times.
/// Then a flood reaches a slow reader. Then a flag proxy restarts while a client uses it, the LaunchDarkly drop-in client goes
/// offline and online, and 1,000 clients share one provider. The program exits with 1 if streams cost too much, if file
/// descriptors, threads, or memory grow, or if a client doesn't have its own flags in time.
///
/// This is a program and not a test, because it measures its whole process. Memory rises a little, because the system keeps about
/// 300 bytes for each canceled sleep until its deadline, which is five minutes for the silence of a stream.
@main
struct Soak {
    private static let rounds = 20
    private static let cyclesInRound = 100
    /// The allowed variation, such as the threads of the system's pool and their resources.
    private static let slack = 4
    /// The number of clients that share a provider at a time.
    private static let clientCount = 1000
    private static let floodSize = 100 << 20
    /// The sum of the reader's limit, the platform's buffers, and the allocator's reserve.
    private static let floodLimit = 48 << 20

    /// Returns from the main thread, which an asynchronous main function would end, together with valgrind.
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
            print("soak: Nothing was measured, because this system has no /proc.")
            return end(complaints)
        }
        complaints += try await IdleStreams.run(over: "the platform's transport", for: .seconds(10), isGated: true) {
            PlatformTransport.make()
        }
        // This check comes first because nothing else opens or closes descriptors then.
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
        // This measurement comes last because it has no limit, and its threads continue for a while.
        _ = try await IdleStreams.run(over: "URLSession", for: .seconds(2), isGated: false) { URLSessionTransport() }
        end(complaints)
    }

    /// Runs cycles and a flood over one transport.
    ///
    /// Returns the failures.
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

    /// Opens 100 streams one after the other, to a separate server so that the server's memory is released.
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

    /// Sends 100 MB while the reader pauses.
    ///
    /// Returns an error if memory grows too much.
    private static func flood(
        over transport: any HTTPTransport, _ name: String, losesNothing: Bool
    ) async throws -> [String] {
        guard let before = ProcessUsage.now else { return [] }
        // With a stall, only the reader's limit ends the stream.
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
        // The wait is long enough for the whole flood to arrive.
        try await SystemTime().sleep(for: .seconds(1))
        if !losesNothing { try await server.untilClosedByClient() }
        watching.cancel()
        await watching.value
        let growth = peak.withLock { $0 } - before.bytes
        print(
            "soak: a flood of \(floodSize >> 20) MiB into a reader of 1 MiB over \(name): memory grew by \(growth >> 10) KiB"
        )
        var complaints = growth > floodLimit ? ["The flood used \(growth >> 20) MiB."] : []
        var count = 0
        do throws(TransportError) {
            while let event = try await iterator.next(isolation: nil) {
                if case .bytes(let bytes) = event { count += bytes.count }
            }
            if !losesNothing { complaints.append("The flood didn't end the stream.") }
            if count != floodSize { complaints.append("\(count) bytes of the flood arrived.") }
        } catch {
            if losesNothing || error.kind != .tooLarge { complaints.append("The flood ended with \(error).") }
        }
        return complaints
    }
}
