// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

/// The flags that an OpenFeature flag manifest (version 0) declares.
///
/// Halyard adds two properties to a flag, which OpenFeature's schema allows: `swift` contains the name and type in Swift, and
/// `metadata` contains information about the flag.
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
        /// The flag key in providers.
        package var key: String
        package var type: FlagType
        /// The default value, which has the type of the flag.
        package var defaultValue: JSONNode
        package var description: String?
        package var form: SwiftForm
        /// The owner of the flag: `metadata.owner`.
        package var owner: String?
        /// The last day on which the flag is needed: `metadata.expires`.
        package var expires: CalendarDay?
        /// A Boolean value that indicates whether the flag is permanent: `metadata.permanent`.
        package var isPermanent: Bool
        /// The location of the key in the file.
        package var position: TextPosition
    }

    /// The name and type of a flag in Swift: its `swift` property.
    package struct SwiftForm: Sendable, Hashable {
        /// The name of the key's member, or `nil` to derive it from the key.
        package var name: String?
        /// The values of a string flag.
        ///
        /// Each becomes a case of an enumeration.
        package var cases: [Case]?
        /// A type of the app with string raw values.
        package var type: String?
    }

    /// A value that becomes the case of an enumeration.
    package struct Case: Sendable, Hashable {
        package var rawValue: String
        /// The location in the file.
        package var position: TextPosition
    }

    /// The result of reading a manifest: every flag without an error, and all problems.
    package struct Reading: Sendable, Hashable {
        package var manifest: FlagManifest
        /// The problems in the order of the text.
        package var problems: [ManifestProblem]

        /// A Boolean value that indicates whether an error removed one or all flags.
        package var hasErrors: Bool { problems.contains { $0.severity == .error } }
    }

    /// Reads a manifest.
    ///
    /// Reports problems in the result.
    package static func read(_ bytes: [UInt8]) -> Reading {
        var reader = ManifestReader(bytes)
        let manifest = reader.manifest()
        return Reading(manifest: manifest, problems: reader.problems.sorted { $0.position < $1.position })
    }
}
