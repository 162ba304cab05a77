// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardUnleash

/// Holds what apps decide by rules against what an evaluation engine says, and what they send against what the server counts.
struct RulesCheck: Sendable {
    let server: RulesServer
    let sets: Int

    /// Everything; what differs.
    func run() async throws -> [String] {
        let common = try await server.serve(0).common
        let apps = [
            try RulesApp("whole", server.engine, common: common),
            try RulesApp("delta", server.engine, common: common) { $0.usesDelta = true },
        ]
        var comparison = RulesComparison(server, apps)
        try await comparison.run(sets: sets)
        print("rules: \(comparison.sightings), \(comparison.differences.count) differences")
        return comparison.differences + comparison.sightings.shortcomings
    }
}
