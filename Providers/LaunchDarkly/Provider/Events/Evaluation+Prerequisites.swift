// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

extension Evaluation {
    /// The prerequisites of the flag, and theirs, as if each had been read with null as its default; those that others
    /// depend on come first.
    ///
    /// One that several flags depend on comes several times. A flag that depends on itself, directly or indirectly, is
    /// not read again. The list has at most ``longestPrerequisiteList`` entries: the service sends a handful, and a
    /// broken one must not keep a thread busy.
    var prerequisites: [Evaluation] {
        guard let flag, flag.reporting.contains(.each) else { return [] }
        var found: [Evaluation] = []
        collect(LaunchDarklyFlag(flag).prerequisites, below: [key], into: &found)
        return found
    }

    private static let longestPrerequisiteList = 1000
    private static let greatestDepth = 100

    private func collect(_ keys: [String], below ancestors: Set<String>, into found: inout [Evaluation]) {
        for key in keys where !ancestors.contains(key) && ancestors.count <= Self.greatestDepth {
            if found.count >= Self.longestPrerequisiteList { return }
            let flag = flag(named: key)
            if let flag {
                collect(LaunchDarklyFlag(flag).prerequisites, below: ancestors.union([key]), into: &found)
            }
            if found.count >= Self.longestPrerequisiteList { return }
            var prerequisite = self
            prerequisite.flag = flag
            prerequisite.key = key
            prerequisite.value = flag?.value ?? .null
            prerequisite.defaultValue = .null
            prerequisite.target = .value
            prerequisite.error = flag == nil ? .flagNotFound : nil
            found.append(prerequisite)
        }
    }
}
