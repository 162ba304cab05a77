// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A report on flags that might be obsolete, according to the manifest, a provider, recorded reads, and source files.
///
/// A finding is a reason to check a flag. It doesn't prove that you can remove the flag.
package struct StaleReport: Sendable, Hashable {
    /// The flags of a provider.
    package struct Provider: Sendable, Hashable {
        package var name: String
        package var keys: Set<String>

        package init(name: String, keys: Set<String>) {
            self.name = name
            self.keys = keys
        }
    }

    /// The result of a source scan.
    package struct Sources: Sendable, Hashable {
        /// The folder, as named on the command line.
        package var name: String
        package var places: [String: [SourcePlace]]

        package init(name: String, places: [String: [SourcePlace]]) {
            self.name = name
            self.places = places
        }
    }

    /// A reason to check a flag.
    package struct Finding: Sendable, Hashable {
        package enum Kind: String, Sendable, Hashable, CaseIterable {
            /// The flag is past its last day.
            case expired
            /// The provider does not have the flag.
            case unknownToProvider
            /// The provider has the flag, but the manifest does not.
            case undeclared
            /// No recorded run read the flag.
            case neverRead
            /// No source file names the flag.
            case notFoundByName
        }

        package var key: String
        package var kind: Kind
        /// The reason as a phrase: `expired 2026-10-01, owner nav`.
        package var reason: String
        /// The locations to check.
        package var places: [SourcePlace]
    }

    /// The findings, sorted by kind and then in the order of the manifest.
    package var findings: [Finding] = []

    /// Creates a report from the available sources.
    ///
    /// The report has no findings about a source that is `nil`.
    ///
    /// - Parameters:
    ///   - manifest: The declared flags. A flag with `metadata.permanent` is never reported as expired or never read.
    ///   - file: Path of the manifest.
    ///   - today: The current date. A flag is expired if its `metadata.expires` is an earlier day.
    ///   - provider: The flags of the provider.
    ///   - runs: The flag keys that each recorded run read.
    ///   - sources: The locations where source files name flags.
    package init(
        manifest: FlagManifest, file: String, today: CalendarDay, provider: Provider? = nil, runs: [Set<String>]? = nil,
        sources: Sources? = nil
    ) {
        let temporary = manifest.flags.filter { !$0.isPermanent }
        func add(_ flag: FlagManifest.Flag, _ kind: Finding.Kind, _ reason: String) {
            let isUsed = kind == .expired || kind == .neverRead
            let used = isUsed ? sources?.places[flag.key] ?? [] : []
            let places = used.isEmpty ? [SourcePlace(file: file, position: flag.position)] : used
            findings.append(Finding(key: flag.key, kind: kind, reason: reason, places: places))
        }
        for flag in temporary {
            guard let expires = flag.expires, expires < today else { continue }
            add(flag, .expired, "expired \(expires)" + (flag.owner.map { ", owner \(SwiftLiteral.comment($0))" } ?? ""))
        }
        if let provider {
            for flag in manifest.flags where !provider.keys.contains(flag.key) {
                add(flag, .unknownToProvider, "declared, unknown to \(provider.name)")
            }
            for key in provider.keys.subtracting(manifest.flags.map(\.key)).sorted() {
                findings.append(
                    Finding(
                        key: key, kind: .undeclared, reason: "known to \(provider.name), declared nowhere", places: []))
            }
        }
        if let runs, !runs.isEmpty {
            let count = runs.count == 1 ? "1 run" : "\(runs.count) runs"
            for flag in temporary where !runs.contains(where: { $0.contains(flag.key) }) {
                add(flag, .neverRead, "never read in \(count)")
            }
        }
        if let sources {
            for flag in manifest.flags where sources.places[flag.key, default: []].isEmpty {
                add(flag, .notFoundByName, "not found by name in \(sources.name)")
            }
        }
    }
}
