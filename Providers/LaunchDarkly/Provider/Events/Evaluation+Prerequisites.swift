// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The evaluation of a prerequisite.
struct PrerequisiteEvaluation: Sendable {
    var evaluation: Evaluation
    /// The key of the flag that depends on it directly.
    var dependent: String
}

extension Evaluation {
    /// The evaluations of the flag's direct and indirect prerequisites, with null as their default value.
    ///
    /// Prerequisites come before the flags that depend on them. If several flags depend on the same prerequisite, it appears
    /// several times. In a combination, a prerequisite that another provider serves is left out, because LaunchDarkly's value is
    /// unknown. If a flag depends on itself, directly or indirectly, it isn't evaluated again. The list has at most
    /// ``longestPrerequisiteList`` entries. A service sends only a few, and a broken service must not keep a thread busy.
    var prerequisites: [PrerequisiteEvaluation] {
        guard let flag, flag.reporting.contains(.each) else { return [] }
        var found: [PrerequisiteEvaluation] = []
        collect(LaunchDarklyFlag(flag).prerequisites, of: key, below: [key], into: &found)
        return found
    }

    private static let longestPrerequisiteList = 1000
    private static let greatestDepth = 100

    private func collect(
        _ keys: [String], of dependent: String, below ancestors: Set<String>,
        into found: inout [PrerequisiteEvaluation]
    ) {
        for key in keys where !ancestors.contains(key) && ancestors.count <= Self.greatestDepth {
            if found.count >= Self.longestPrerequisiteList { return }
            let flag = flag(named: key)
            if let flag, flag.origin.provider != self.flag?.origin.provider { continue }
            if let flag {
                collect(
                    LaunchDarklyFlag(flag).prerequisites, of: key, below: ancestors.union([key]), into: &found)
            }
            if found.count >= Self.longestPrerequisiteList { return }
            var prerequisite = self
            prerequisite.flag = flag
            prerequisite.key = key
            prerequisite.value = flag?.value ?? .null
            prerequisite.defaultValue = .null
            prerequisite.target = .value
            prerequisite.error = flag == nil ? .flagNotFound : nil
            found.append(PrerequisiteEvaluation(evaluation: prerequisite, dependent: dependent))
        }
    }
}
