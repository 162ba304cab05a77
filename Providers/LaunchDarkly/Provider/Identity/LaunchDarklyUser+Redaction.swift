// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

extension LaunchDarklyUser: LaunchDarklyIdentity {
    package var isNobody: Bool { isAnonymous ?? false }

    /// The user as events carry it: without the values of private attributes, and with the list of their names.
    ///
    /// The key and whether the user is anonymous always stay. Only attributes that the user has are listed.
    package func eventJSON(_ privacy: LaunchDarklyPrivacy) -> FlagValue {
        let isHidden = { name in
            privacy.isEverythingPrivate || privacy.attributes.contains(name) || privateAttributes.contains(name)
        }
        let (known, custom) = (knownAttributes, custom)
        let hidden = Set(known.keys).union(custom.keys).filter(isHidden)
        let redacted = json(
            known.filter { !hidden.contains($0.key) }, custom.filter { !hidden.contains($0.key) })
        guard !hidden.isEmpty, case .object(var members) = redacted else { return redacted }
        members["privateAttrs"] = .array(hidden.sorted().map(FlagValue.string))
        return .object(members)
    }
}
