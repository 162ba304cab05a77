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

/// Holds what an app sees through the OFREP provider against what an evaluation engine says.
///
/// `OFREPEngineCheck <url> <contexts> <seed>`; see the README beside it. Exits with 1 when anything differs, or when too
/// little was seen to show anything.
@main
struct OFREPEngineCheck {
    /// How many complaints are printed.
    private static let shown = 20
    /// How often the app asks for flags that did not change.
    private static let repetitions = 10

    let server: EngineServer
    let count: Int
    let seed: String

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let count = Int(arguments[2]) else {
            print("usage: OFREPEngineCheck <url> <contexts> <seed>")
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

    /// An app that reads no streams.
    private func asked(_ contexts: [EvaluationContext]) async throws -> [String] {
        let app = try App(server, contexts[0], events: false)
        if let problem = await app.start() { return [problem] }
        var complaints = try await compare(app, contexts, "")
        if complaints.isEmpty { complaints = try await unchanged(app) }
        await app.client.shutdown(within: App.patience)
        let streams = try await server.count("stream 200")
        return complaints + (streams == 0 ? [] : ["\(streams) streams were opened by an app that reads none"])
    }

    /// An app that reads streams: all flags change, and it sees that without asking.
    private func notified(_ contexts: [EvaluationContext]) async throws -> [String] {
        let app = try App(server, contexts[0], events: true)
        if let problem = await app.start() { return [problem] }
        var complaints = try await change(app)
        if complaints.isEmpty { complaints = try await compare(app, contexts, "after a change: ") }
        await app.client.shutdown(within: App.patience)
        return complaints
    }

    /// Every flag for every context.
    private func compare(_ app: App, _ contexts: [EvaluationContext], _ title: String) async throws -> [String] {
        let decisions = try await server.decisions(seed: seed, count: count)
        var sightings = Sightings()
        for decided in decisions { sightings.note(decided) }
        let differences = await app.walk(contexts, decisions)
        print("ofrep engine: \(title)\(sightings), \(differences.count) differences")
        // Two contexts may have answers of one tag, but it is never sent for the other context.
        let foreign = try await server.count("foreign tag")
        let tags = foreign == 0 ? [] : ["\(foreign) requests had a tag of another context"]
        return differences + sightings.shortcomings + tags
    }

    /// Flags that need not be sent again are not.
    private func unchanged(_ app: App) async throws -> [String] {
        let before = try await server.count("bulk 304")
        if let problem = await app.refresh(times: Self.repetitions) { return [problem] }
        let count = try await server.count("bulk 304") - before
        return count == Self.repetitions ? [] : ["\(count) answers were 304, not \(Self.repetitions)"]
    }

    /// All flags change, and four of them go.
    private func change(_ app: App) async throws -> [String] {
        let before = try await keys()
        let generation = try await server.change()
        guard await app.sees(generation: generation) else { return ["generation \(generation) did not arrive"] }
        let requests = try await server.count("refetch")
        var complaints = requests == 1 ? [] : ["\(requests) requests named the event's configuration, not 1"]
        let gone = try await before.subtracting(keys())
        if gone.count != 4 { complaints.append("\(gone.count) flags have gone, not 4") }
        for key in gone.sorted() {
            let error = app.client.details(of: FlagKey(key, default: true)).error
            if error?.code != .flagNotFound { complaints.append("\(key) has gone, but is read as if it were there") }
        }
        return complaints
    }

    /// The keys of all flags that the engine has.
    private func keys() async throws -> Set<String> {
        try await Set(server.decisions(seed: seed, count: 1).joined().map(\.key))
    }
}
