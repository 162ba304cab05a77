// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import ArgumentParser
import Foundation

/// A command that prints the cost of Halyard's work, each row against a baseline from the same run.
struct Benchmarks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures the cost of Halyard's work. Exits with 1 if a required row fails.")

    @Flag(help: "Print one JSON object per line.")
    var json = false
    @Flag(help: "Measure only the rows that don't depend on other work, and check the count of reads.")
    var steady = false
    @Flag(help: "Print the names of the rows.")
    var list = false
    @Option(help: "Measure only rows whose names contain this text.")
    var filter: String?
    @Flag(help: .hidden)
    var marked = false

    static let suites: [Suite] = {
        let suites = [
            Suite.merges, .combinedReads, .reads, .rules, .ruleChanges, .localRules, .localChanges, .windows, .patches,
            .streams, .decoding,
            .starting, .memory,
        ]
        #if os(Linux)
            return suites + [.transports, .streamedPatches] + (Engine.path == nil ? [] : [.engine])
        #else
            return suites
        #endif
    }()

    func run() async throws {
        if list {
            for suite in Self.suites { for row in suite.rows.filter(isWanted) { print(row.name) } }
            return
        }
        if marked { return try await runMarked() }
        if steady { try await HoppingReads.check() }
        var results: [Result] = []
        if !json { print(Report.head) }
        for suite in Self.suites {
            let rows = suite.rows.filter(isWanted)
            if rows.isEmpty { continue }
            let found = try await measure(suite, rows)
            for result in found { print(json ? try Report.json(result) : Report.line(result)) }
            results += found
        }
        let failures = results.filter(\.isFailure)
        for result in failures where !json { print("Limit exceeded: \(result.row.name)") }
        if results.isEmpty { throw ValidationError("No row name contains the filter. Use --list to print the names.") }
        if !failures.isEmpty { throw ExitCode(1) }
    }

    private func isWanted(_ row: Row) -> Bool {
        (filter.map { row.name.localizedCaseInsensitiveContains($0) } ?? true) && (!steady || row.isSteady)
    }

    // MARK: Measuring

    private func measure(_ suite: Suite, _ rows: [Row]) async throws -> [Result] {
        let works = try await suite.prepare()
        let timed = rows.filter { $0.measure == .time }
        let names = Set(timed.flatMap { [$0.work, $0.baseline].compactMap(\.self) })
        var watch = Stopwatch(works.filter { names.contains($0.name) })
        // If a ratio misses its limit narrowly, more rounds bring both minima closer to their values on an idle machine.
        for _ in 0..<3 {
            await watch.run(rounds: suite.rounds)
            let failures = try timed.map { try result($0, watch) }.filter(\.isFailure)
            if failures.isEmpty || failures.contains(where: { !$0.isNear }) { break }
        }
        let instructions = try countInstructions(rows)
        var results: [Result] = []
        for row in rows {
            guard let work = works.first(where: { $0.name == row.work }) else {
                throw Trouble("Unknown work \(row.work).")
            }
            switch row.measure {
            case .time: results.append(try result(row, watch))
            case .instructions:
                guard let value = instructions[row.work] else { throw Trouble("\(row.work) wasn't counted.") }
                results.append(
                    Result(row: row, value: value, median: nil, baseline: row.baseline.flatMap { instructions[$0] }))
            case .allocations:
                results.append(Result(row: row, value: try Allocations.count(work), median: nil, baseline: nil))
            case .memory:
                let peak = try await Memory.peak(of: work)
                results.append(Result(row: row, value: peak, median: nil, baseline: work.size.map(Double.init)))
            }
        }
        return results
    }

    private func result(_ row: Row, _ watch: Stopwatch) throws -> Result {
        guard let figures = watch.figures(of: row.work) else { throw Trouble("Unknown work \(row.work).") }
        return Result(
            row: row, value: figures.minimum, median: figures.median,
            baseline: row.baseline.flatMap { watch.figures(of: $0)?.minimum })
    }

    // MARK: Under callgrind

    private static func counted(_ rows: [Row]) -> [String] {
        var names: [String] = []
        for row in rows where row.measure == .instructions {
            for name in [row.work, row.baseline].compactMap(\.self) where !names.contains(name) { names.append(name) }
        }
        return names
    }

    private func countInstructions(_ rows: [Row]) throws -> [String: Double] {
        let names = Self.counted(rows)
        if names.isEmpty { return [:] }
        let arguments = ["--marked", "--filter", names.joined(separator: "\n")]
        let counts = try Instructions.count(arguments: arguments, works: names.count)
        return Dictionary(uniqueKeysWithValues: zip(names, counts))
    }

    /// Runs the works that the filter names, one name per line.
    private func runMarked() async throws {
        let names = (filter ?? "").split(separator: "\n").map(String.init)
        for suite in Self.suites {
            let own = Set(suite.rows.flatMap { [$0.work, $0.baseline].compactMap(\.self) })
            guard names.allSatisfy(own.contains) else { continue }
            let works = try await suite.prepare()
            let chosen = try names.map { name in
                guard let work = works.first(where: { $0.name == name }) else { throw Trouble("Unknown work \(name).") }
                return work
            }
            print("checksum \(await Instructions.runMarked(chosen))")
            return
        }
        throw Trouble("No suite has these works.")
    }
}
