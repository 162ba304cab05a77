// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Which flags may have outlived their use: what the manifest, a provider, recorded reads and sources say about each.
///
/// A finding is a reason to look, never a proof that a flag can go.
package struct StaleReport: Sendable, Hashable {
    /// What a provider knows.
    package struct Provider: Sendable, Hashable {
        package var name: String
        package var keys: Set<String>

        package init(name: String, keys: Set<String>) {
            self.name = name
            self.keys = keys
        }
    }

    /// What a scan of sources found.
    package struct Sources: Sendable, Hashable {
        /// The folder, as it was given.
        package var name: String
        package var places: [String: [SourcePlace]]

        package init(name: String, places: [String: [SourcePlace]]) {
            self.name = name
            self.places = places
        }
    }

    /// One reason to look at a flag.
    package struct Finding: Sendable, Hashable {
        package enum Kind: String, Sendable, Hashable, CaseIterable {
            /// Its last day is over.
            case expired
            /// The provider has no flag of this name.
            case unknownToProvider
            /// The provider has it, and the manifest has not.
            case undeclared
            /// No recorded run read it.
            case neverRead
            /// No source names it.
            case notFoundByName
        }

        package var key: String
        package var kind: Kind
        /// The finding as a phrase: `expired 2026-10-01, owner nav`.
        package var reason: String
        /// Where to look.
        package var places: [SourcePlace]
    }

    /// The findings by kind, and of one kind in the order of the manifest.
    package var findings: [Finding] = []

    /// Joins what is known; what is nil was not asked, and nothing is said about it.
    ///
    /// - Parameters:
    ///   - manifest: The declared flags. One with `metadata.permanent` is never expired or "never read".
    ///   - file: The manifest's file.
    ///   - today: A flag whose `metadata.expires` is an earlier day is expired.
    ///   - provider: What the provider knows.
    ///   - runs: The keys that each recorded run read.
    ///   - sources: Where sources name flags.
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
