// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardUnleash

/// Compares the apps' local evaluations with an evaluation engine, and the apps' requests with the server's counts.
struct RulesCheck: Sendable {
    let server: RulesServer
    let sets: Int

    /// Runs all checks, and returns the differences.
    func run() async throws -> [String] {
        let common = try await server.serve(0).common
        let apps = try ["whole", "delta"].map { title in
            try RulesApp(title, server.engine, common: common) { $0.usesDelta = title == "delta" }
        }
        var comparison = RulesComparison(server, apps)
        try await comparison.run(sets: sets)
        print("rules: \(comparison.sightings), \(comparison.differences.count) differences")
        var complaints = comparison.sightings.shortcomings + comparison.differences
        // If the rules don't produce enough variety, the other checks show nothing.
        if !comparison.sightings.shortcomings.isEmpty { return complaints }
        complaints += try await deltas()
        var reads = comparison.reads
        for app in apps {
            let (sightings, found) = try await RulesUnderChange(server: server, app: app).run()
            let documents = sightings.documents.sorted { $0.key < $1.key }.map { "\($0.value)" }.joined(separator: ", ")
            print("rules: \(app.title): 8 threads: \(sightings.views) views, \(documents) of each document alone")
            reads.add(sightings.reads)
            complaints += found
        }
        complaints += try await metrics(of: apps, reads)
        return try await complaints + wire("rules")
    }

    /// Checks the requests that don't depend on the engine, including their times and contents.
    func wire(_ title: String) async throws -> [String] {
        let checks = RulesWireChecks(server: server)
        var complaints = try await checks.unchanged() + checks.polling() + checks.cursor() + checks.withoutDelta()
        complaints += try await checks.failure() + checks.tokens() + checks.registration()
        print("\(title): the server's counts: \(try await server.figures()["statuses"] ?? .null)")
        return complaints
    }

    /// Checks that changes of each kind were sent, and that the first response alone contained everything.
    private func deltas() async throws -> [String] {
        let events = try await server.figures()["events"].flatMap([String: Int].init(flagValue:)) ?? [:]
        print("rules: delta events: \(events.sorted { $0.key < $1.key }.map { "\($0) \($1)" }.joined(separator: ", "))")
        let changes = ["feature-updated", "feature-removed", "segment-updated", "segment-removed"]
        let missing = changes.filter { events[$0, default: 0] == 0 }.map { "The server sent no event \($0)." }
        return missing + (events["hydration"] == 1 ? [] : ["\(events["hydration", default: 0]) hydrations, 1 expected"])
    }

    /// Checks the reads that the server received, although the first report fails.
    private func metrics(of apps: [RulesApp], _ expected: ReadCounts) async throws -> [String] {
        var reads = expected
        for app in apps {
            await app.client.flush()
            _ = app.client.bool("unknown to the server", default: true)
            reads.read("unknown to the server", false)
            try await server.failNext("metrics", status: 503)
            await app.client.flush()
            await app.client.flush()
            await app.client.shutdown(within: ContextWalk.patience)
        }
        let figures = try await server.figures()
        let sent = ReadCounts(served: figures["flags"])
        print(
            "rules: metrics: \(reads.total) reads, \(reads.variants) of variants; sent \(sent.total), \(sent.variants)")
        return reads.differences(from: sent)
            + (figures["lostVariants"] == 0 ? [] : ["The reports contain variant counts without their flag."])
    }
}
