// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
import HalyardTransport
import HalyardUnleash

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Compares the flags that apps receive through the Unleash provider with an evaluation engine.
///
/// Usage: `UnleashEngineCheck <edge|server> <url> <contexts> <seed>`, `UnleashEngineCheck <rules|rules-edge> <url> <sets> <seed>`.
/// It exits with 1 if anything differs, or if the results don't reach the minimums. The README in this folder has more details.
@main
struct UnleashEngineCheck {
    /// The number of complaints that are printed.
    private static let shown = 20

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 5, let count = Int(arguments[3]) else {
            print("Usage: UnleashEngineCheck <edge|server|rules|rules-edge> <url> <contexts or sets> <seed>")
            exit(2)
        }
        let transport = PlatformTransport.make()
        let server = EngineServer(root: arguments[2], transport: transport)
        let rules = RulesCheck(server: RulesServer(engine: server, seed: arguments[4]), sets: count)
        let complaints =
            switch arguments[1] {
            case "rules": try await rules.run()
            case "rules-edge": try await rules.wire("rules: edge")
            default: try await check(arguments[1], server, count: arguments[3], seed: arguments[4])
            }
        await transport.close()
        for complaint in complaints.prefix(shown) { print("differs: \(complaint)") }
        if complaints.count > shown { print("differs: and \(complaints.count - shown) more") }
        if !complaints.isEmpty { exit(1) }
    }

    private static func check(_ flavour: String, _ server: EngineServer, count: String, seed: String) async throws
        -> [String]
    {
        let (common, contexts) = try await server.contexts(seed: seed, count: count)
        let results = try await server.evaluated(contexts, common: common)
        let apps = try UnleashOptions.FetchMethod.allCases.map { method in
            try App("\(flavour) \(method)", server, common: common) { $0.fetchMethod = method }
        }
        let walks = await walk(apps, contexts, results)
        for walk in walks { print("\(walk.app.title): apps see: \(walk.sightings)") }
        var complaints = walks.flatMap { walk in
            walk.complaints + walk.sightings.shortcomings.map { "\(walk.app.title): \($0)" }
        }
        complaints += try await metrics(flavour, server, walks)
        let small = SmallChecks(server: server, isEdge: flavour == "edge")
        complaints += try await small.unchanged() + small.update() + small.wrongToken()
        let figures = try await server.figures()
        print("\(flavour): the server's counts: \(figures["statuses"] ?? .null)")
        if figures["ignoredKeys"] != [:] {
            complaints.append("The requests contain keys that no server reads: \(figures["ignoredKeys"] ?? .null)")
        }
        return complaints
    }

    /// Runs all apps concurrently.
    private static func walk(_ apps: [App], _ contexts: [FlagValue], _ results: [EngineResult]) async -> [ContextWalk] {
        await withTaskGroup(of: ContextWalk.self) { group in
            for app in apps {
                group.addTask {
                    var walk = ContextWalk(app, contexts: contexts, results: results)
                    await walk.run()
                    return walk
                }
            }
            return await group.reduce(into: []) { $0.append($1) }.sorted { $0.app.title < $1.app.title }
        }
    }

    /// Checks the reads that the server received, although the first report fails.
    private static func metrics(_ flavour: String, _ server: EngineServer, _ walks: [ContextWalk]) async throws
        -> [String]
    {
        var reads = ReadCounts()
        for walk in walks {
            reads.add(walk.reads)
            // Sends everything from before first, so that it isn't part of the failing report.
            await walk.app.client.flush()
            _ = walk.app.client.bool("unknown to the server", default: true)
            reads.read("unknown to the server", false)
            try await server.failNext("metrics", status: 503)
            await walk.app.client.flush()
            await walk.app.client.flush()
            await walk.app.client.shutdown(within: ContextWalk.patience)
        }
        let figures = try await server.figures()
        let sent = ReadCounts(served: figures["flags"])
        print(
            "\(flavour): metrics: \(reads.total) reads, \(reads.variants) of variants; sent \(sent.total), \(sent.variants)"
        )
        var complaints = reads.differences(from: sent)
        let expected: Set<String> =
            flavour == "edge" ? ["metrics 202", "metrics 503"] : ["metrics 200", "metrics 503"]
        if case .object(let statuses)? = figures["statuses"] {
            let seen = Set(statuses.keys.filter { $0.hasPrefix("metrics") })
            if seen != expected { complaints.append("metrics: \(seen.sorted())") }
        }
        if figures["lostVariants"] != 0 { complaints.append("The reports contain variant counts without their flag.") }
        return complaints
    }
}
