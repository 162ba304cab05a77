// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

/// The flags of an app as OpenFeature's flag manifest (version 0) declares them.
///
/// Two members of a flag are Halyard's own, and valid there too: `swift` says how the flag looks in Swift, and `metadata` what
/// people know about it.
package struct FlagManifest: Sendable, Hashable {
    /// The flags in the order of the file.
    package var flags: [Flag]

    package init(flags: [Flag] = []) {
        self.flags = flags
    }
}

extension FlagManifest {
    /// One declared flag.
    package struct Flag: Sendable, Hashable {
        /// The name that providers know it by.
        package var key: String
        package var type: FlagType
        /// A value of the type.
        package var defaultValue: JSONNode
        package var description: String?
        package var form: SwiftForm
        /// Who is responsible: `metadata.owner`.
        package var owner: String?
        /// The last day on which the flag is needed: `metadata.expires`.
        package var expires: CalendarDay?
        /// Whether the flag is meant to stay: `metadata.permanent`.
        package var isPermanent: Bool
        /// Where the key stands in the file.
        package var position: TextPosition
    }

    /// How a flag looks in Swift: its member `swift`.
    package struct SwiftForm: Sendable, Hashable {
        /// The name of the key's member, where it is not derived from the key.
        package var name: String?
        /// The values that a string can have; each becomes a case of an enumeration.
        package var cases: [Case]?
        /// A type of the app's own, with raw values.
        package var type: String?
    }

    /// A value that becomes the case of an enumeration.
    package struct Case: Sendable, Hashable {
        package var rawValue: String
        /// Where it stands in the file.
        package var position: TextPosition
    }

    /// What was read of a text: every flag without an error, and all that is wrong.
    package struct Reading: Sendable, Hashable {
        package var manifest: FlagManifest
        /// In the order of the text.
        package var problems: [ManifestProblem]

        /// Whether a flag is missing from the manifest, or all are.
        package var hasErrors: Bool { problems.contains { $0.severity == .error } }
    }

    /// Reads a manifest; never fails, but says what is wrong.
    package static func read(_ bytes: [UInt8]) -> Reading {
        var reader = ManifestReader(bytes)
        let manifest = reader.manifest()
        return Reading(manifest: manifest, problems: reader.problems.sorted { $0.position < $1.position })
    }
}
