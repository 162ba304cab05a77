// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

extension LaunchDarklyUser: LaunchDarklyIdentity {
    package var isNobody: Bool { isAnonymous ?? false }

    /// Returns the user as events contain it: without the values of private attributes, and with a list of their names.
    ///
    /// The key and the anonymous property always remain. The list contains only attributes that the user has.
    package func eventJSON(_ privacy: LaunchDarklyPrivacy) -> FlagValue {
        let names = privacy.attributes.union(privateAttributes)
        let isHidden = { name in privacy.isEverythingPrivate || names.contains(name) }
        let (known, custom) = (knownAttributes, custom)
        let hiddenCustom: [String]
        switch privacy.rules {
        case .plain: hiddenCustom = custom.keys.filter(isHidden)
        case .version5:
            hiddenCustom = custom.keys.filter { name in
                !["device", "os"].contains(name) && (isHidden(name) || names.contains("custom"))
            }
        }
        let hiddenKnown = known.keys.filter(isHidden)
        let redacted = json(
            known.filter { !hiddenKnown.contains($0.key) }, custom.filter { !hiddenCustom.contains($0.key) })
        let hidden = Set(hiddenKnown + hiddenCustom)
        guard !hidden.isEmpty, case .object(var members) = redacted else { return redacted }
        members["privateAttrs"] = .array(hidden.sorted(by: \.self).map(FlagValue.string))
        return .object(members)
    }
}
