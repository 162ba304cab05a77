// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
import HalyardTransport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Compares the flags that an app receives through the OFREP provider with an evaluation engine.
///
/// Usage: `OFREPEngineCheck <url> <contexts> <seed>`. It exits with 1 if anything differs, or if the results don't reach the
/// minimums. The README in this folder has more details.
@main
struct OFREPEngineCheck {
    /// The number of complaints that are printed.
    private static let shown = 20
    /// The number of requests for unchanged flags.
    private static let repetitions = 10

    let server: EngineServer
    let count: Int
    let seed: String

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let count = Int(arguments[2]) else {
            print("Usage: OFREPEngineCheck <url> <contexts> <seed>")
            exit(2)
        }
        let transport = PlatformTransport.make()
        let server = EngineServer(url: arguments[1], transport: transport)
        let complaints = try await OFREPEngineCheck(server: server, count: count, seed: arguments[3]).run()
        await transport.close()
        for complaint in complaints.prefix(shown) { print("differs: \(complaint)") }
        if complaints.count > shown { print("differs: and \(complaints.count - shown) more") }
        if !complaints.isEmpty { exit(1) }
    }

    private func run() async throws -> [String] {
        let contexts = try await server.contexts(seed: seed, count: count)
        var complaints = try await asked(contexts)
        if complaints.isEmpty { complaints = try await notified(contexts) }
        print("ofrep engine: the server's counts: \(try await server.figures())")
        return complaints
    }

    /// Checks an app that uses no event streams.
    private func asked(_ contexts: [EvaluationContext]) async throws -> [String] {
        let app = try App(server, contexts[0], events: false)
        if let problem = await app.start() { return [problem] }
        var complaints = try await compare(app, contexts, "")
        if complaints.isEmpty { complaints = try await unchanged(app) }
        await app.client.shutdown(within: App.patience)
        let streams = try await server.count("stream 200")
        return complaints + (streams == 0 ? [] : ["\(streams) streams were opened by an app without event streams"])
    }

    /// Checks an app that uses event streams: it receives a change of all flags without polling.
    private func notified(_ contexts: [EvaluationContext]) async throws -> [String] {
        let app = try App(server, contexts[0], events: true)
        if let problem = await app.start() { return [problem] }
        var complaints = try await change(app)
        if complaints.isEmpty { complaints = try await compare(app, contexts, "after a change: ") }
        await app.client.shutdown(within: App.patience)
        return complaints
    }

    /// Compares every flag for every context.
    private func compare(_ app: App, _ contexts: [EvaluationContext], _ title: String) async throws -> [String] {
        let decisions = try await server.decisions(seed: seed, count: count)
        var sightings = Sightings()
        for decided in decisions { sightings.note(decided) }
        let differences = await app.walk(contexts, decisions)
        print("ofrep engine: \(title)\(sightings), \(differences.count) differences")
        // The responses for two contexts can have the same ETag, but the app must not send it for the other context.
        let foreign = try await server.count("foreign tag")
        let tags = foreign == 0 ? [] : ["\(foreign) requests had another context's ETag"]
        return differences + sightings.shortcomings + tags
    }

    /// Checks that unchanged flags aren't sent again.
    private func unchanged(_ app: App) async throws -> [String] {
        let before = try await server.count("bulk 304")
        if let problem = await app.refresh(times: Self.repetitions) { return [problem] }
        let count = try await server.count("bulk 304") - before
        return count == Self.repetitions ? [] : ["\(count) responses were 304s, expected \(Self.repetitions)"]
    }

    /// Changes all flags and removes four of them.
    private func change(_ app: App) async throws -> [String] {
        let before = try await keys()
        let generation = try await server.change()
        guard await app.sees(generation: generation) else { return ["generation \(generation) didn't arrive"] }
        let requests = try await server.count("refetch")
        var complaints = requests == 1 ? [] : ["\(requests) requests named the event's configuration, expected 1"]
        let gone = try await before.subtracting(keys())
        if gone.count != 4 { complaints.append("\(gone.count) flags were removed, expected 4") }
        for key in gone.sorted() {
            let error = app.client.details(of: FlagKey(key, default: true)).error
            if error?.code != .flagNotFound { complaints.append("\(key) was removed, but still has a value") }
        }
        return complaints
    }

    /// Returns the keys of all flags in the engine.
    private func keys() async throws -> Set<String> {
        try await Set(server.decisions(seed: seed, count: 1).joined().map(\.key))
    }
}
