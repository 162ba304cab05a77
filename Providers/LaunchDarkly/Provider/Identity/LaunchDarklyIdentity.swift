// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

/// Who flags are evaluated for and events are about, in a dialect's form.
package protocol LaunchDarklyIdentity: Sendable {
    /// The key that an identify event contains.
    var key: String { get }

    /// Whether the identity does not identify anyone in particular.
    var isNobody: Bool { get }

    /// What requests for flags carry: everything, never redacted.
    var json: FlagValue { get }

    /// What events carry.
    func eventJSON(_ privacy: LaunchDarklyPrivacy) -> FlagValue
}

extension LaunchDarklyIdentity {
    /// The SHA-256 of ``json`` in hexadecimal, which an ETag is bound to.
    package var fingerprint: String { SHA256.hexDigest(of: JSONWriter.bytes(json)) }
}

/// What no event may contain, in addition to each identity's own private attributes.
package struct LaunchDarklyPrivacy: Sendable, Hashable {
    /// Whether all attributes are private that can be.
    package let isEverythingPrivate: Bool
    /// Names of attributes that are private; for contexts, references to them.
    package let attributes: Set<String>
    /// The private attributes as references.
    let references: Set<LaunchDarklyReference>
    /// What the names mean.
    package let rules: Rules
    /// Whether anonymous contexts and parts are not identified.
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

    /// What the names of private attributes mean.
    package enum Rules: Sendable, Hashable {
        /// Each stands for the attribute of that name, as in LaunchDarkly's clients from version 6 on.
        case plain
        /// As in LaunchDarkly's clients up to version 5: `custom` also stands for all custom attributes, but `device`
        /// and `os`, which the client itself sets, are never private.
        case version5
    }
}
