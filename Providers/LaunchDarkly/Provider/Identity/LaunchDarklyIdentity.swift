// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

/// The user or context of flag evaluations and events, in a dialect's format.
package protocol LaunchDarklyIdentity: Sendable {
    /// The key that an identify event contains.
    var key: String { get }

    /// A Boolean value that indicates whether the identity is anonymous.
    var isNobody: Bool { get }

    /// The content for flag requests, which contains everything without redaction.
    var json: FlagValue { get }

    /// Returns the content for events.
    func eventJSON(_ privacy: LaunchDarklyPrivacy) -> FlagValue
}

extension LaunchDarklyIdentity {
    /// The hexadecimal SHA-256 digest of ``json``, which each ETag belongs to.
    package var fingerprint: String { SHA256.hexDigest(of: JSONWriter.bytes(json)) }
}

/// The data that no event may contain, in addition to each identity's private attributes.
package struct LaunchDarklyPrivacy: Sendable, Hashable {
    /// A Boolean value that indicates whether all attributes are private, except those that can't be.
    package let isEverythingPrivate: Bool
    /// The names of private attributes, or references to them for contexts.
    package let attributes: Set<String>
    /// The private attributes as references.
    let references: Set<LaunchDarklyReference>
    /// The meaning of the names.
    package let rules: Rules
    /// A Boolean value that indicates whether identify events omit anonymous contexts and parts.
    package let omitsAnonymous: Bool

    package init(
        isEverythingPrivate: Bool = false, attributes: Set<String> = [], rules: Rules = .plain,
        omitsAnonymous: Bool = false
    ) {
        self.isEverythingPrivate = isEverythingPrivate
        self.attributes = attributes
        references = Set(attributes.map { LaunchDarklyReference($0) })
        self.rules = rules
        self.omitsAnonymous = omitsAnonymous
    }

    /// A meaning of the names of private attributes.
    package enum Rules: Sendable, Hashable {
        /// Each name means the attribute of that name, as in LaunchDarkly's clients since version 6.
        case plain
        /// The names have the meaning of LaunchDarkly's clients up to version 5.
        ///
        /// `custom` also means all custom attributes. `device` and `os`, which the client sets, are never private.
        case version5
    }
}
