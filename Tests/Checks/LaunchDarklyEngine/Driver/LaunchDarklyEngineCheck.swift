// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Compares flags that a client evaluates by LaunchDarkly's rules with the results of LaunchDarkly's Python SDK.
///
/// Usage: `LaunchDarklyEngineCheck <file>`. The file has one rule set a line. It exits with 1 if anything differs, or if the
/// results don't reach the minimums. The README in this folder has more details.
@main
struct LaunchDarklyEngineCheck {
    /// The number of complaints that are printed.
    private static let shown = 20

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 2 else {
            print("Usage: LaunchDarklyEngineCheck <file>")
            exit(2)
        }
        var comparison = Comparison()
        for line in try LocalFileSystem().contents(of: arguments[1]).split(separator: UInt8(ascii: "\n")) {
            try await comparison.compare(RuleSet(json: JSONReader().read(Array(line))))
        }
        let differences = comparison.differences
        print("launchdarkly engine: \(comparison.sightings), \(differences.count) differences")
        let complaints = comparison.sightings.shortcomings + differences
        for complaint in complaints.prefix(shown) { print("differs: \(complaint)") }
        if complaints.count > shown { print("differs: and \(complaints.count - shown) more") }
        if !complaints.isEmpty { exit(1) }
    }
}
