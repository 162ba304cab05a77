// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import Synchronization

/// Threads that evaluate flags for many contexts while the rules change.
///
/// Every view must agree with one whole document.
struct RulesUnderChange: Sendable {
    /// The threads' results.
    struct Sightings: Sendable {
        var views = 0
        /// The number of views by their document.
        var documents: [Int: Int] = [:]
        var reads = ReadCounts()
        /// The views that agree with no document.
        var mixed: [String] = []
    }

    private static let threads = 8
    private static let contexts = 60
    private static let changes = 60

    let server: RulesServer
    let app: RulesApp

    /// Changes the rules while threads read.
    func run() async throws -> (sightings: Sightings, complaints: [String]) {
        var contexts: [FlagValue] = []
        var number = 0
        while contexts.count < Self.contexts {
            contexts += try await server.serve(number).contexts
            number += 1
        }
        var documents: [FlagValue] = []
        var results: [[EngineResult]] = []
        // The sets are far enough apart to have little in common.
        for number in [number, number + 10] {
            _ = try await server.serve(number)
            documents.append(try await server.state())
            results.append(try await server.evaluated(contexts))
        }
        try await server.replaceState(documents[0])
        if let problem = await app.refresh() { return (Sightings(), ["\(app.title): \(problem)"]) }
        let isOver = Mutex(false)
        let readers = Self.read(app.client, contexts, results) { isOver.withLock { $0 } }
        var complaints: [String] = []
        for change in 0..<Self.changes {
            try await server.replaceState(documents[(change + 1) % documents.count])
            if let problem = await app.refresh() { complaints.append("\(app.title): change \(change): \(problem)") }
        }
        isOver.withLock { $0 = true }
        let all = await readers.value
        if all.mixed.count > 0 {
            complaints.append("\(app.title): \(all.mixed.count) views were mixed: \(all.mixed[0])")
        }
        for document in documents.indices where all.documents[document, default: 0] == 0 {
            complaints.append("\(app.title): No thread read document \(document).")
        }
        return (all, complaints)
    }

    /// Reads on several threads until the changes end.
    ///
    /// Each thread uses a different order of contexts.
    private static func read(
        _ client: FlagClient, _ contexts: [FlagValue], _ results: [[EngineResult]],
        until isOver: @escaping @Sendable () -> Bool
    ) -> Task<Sightings, Never> {
        Task {
            await withTaskGroup(of: Sightings.self) { group in
                for thread in 0..<threads {
                    group.addTask {
                        await withCheckedContinuation { (whole: CheckedContinuation<Sightings, Never>) in
                            Thread.detachNewThread {
                                whole.resume(returning: read(client, contexts, results, from: thread, until: isOver))
                            }
                        }
                    }
                }
                return await group.reduce(into: Sightings()) { $0.add($1) }
            }
        }
    }

    private static func read(
        _ client: FlagClient, _ contexts: [FlagValue], _ results: [[EngineResult]], from thread: Int,
        until isOver: () -> Bool
    ) -> Sightings {
        var sightings = Sightings()
        let names = Set(results.flatMap { $0[0].answers.keys }).sorted()
        let prepared = contexts.map(EvaluationContext.init(generated:))
        var number = thread * contexts.count / threads
        while !isOver() {
            number = (number + 1) % contexts.count
            let view = client.snapshot(for: prepared[number])
            var seen: [String: EngineResult.Answer] = [:]
            for name in names {
                let details = view.details(of: FlagKey(name, default: false))
                sightings.reads.read(name, details.value)
                guard details.error == nil else { continue }
                seen[name] = EngineResult.Answer(isEnabled: details.value, variant: details.variant)
            }
            sightings.views += 1
            let matching = results.indices.filter { results[$0][number].answersWithoutPayloads == seen }
            if matching.isEmpty { sightings.mixed.append("context \(number)") }
            if matching.count == 1 { sightings.documents[matching[0], default: 0] += 1 }
        }
        return sightings
    }
}

extension RulesUnderChange.Sightings {
    fileprivate mutating func add(_ other: Self) {
        views += other.views
        documents.merge(other.documents, uniquingKeysWith: +)
        reads.add(other.reads)
        mixed += other.mixed
    }
}

extension EngineResult {
    fileprivate var answersWithoutPayloads: [String: Answer] {
        answers.mapValues { Answer(isEnabled: $0.isEnabled, variant: $0.variant) }
    }
}
