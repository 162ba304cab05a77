// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

extension LaunchDarklyContext: LaunchDarklyIdentity {

    package var key: String { fullyQualifiedKey() }

    package var isNobody: Bool { parts.allSatisfy(\.isAnonymous) }

    /// Returns the context as events contain it: without private values, and with a list of their names for each kind.
    ///
    /// Kinds, keys, and the anonymous property of a part always remain.
    package func eventJSON(_ privacy: LaunchDarklyPrivacy) -> FlagValue { eventJSON(privacy, hidesAnonymous: false) }

    /// Returns the context as events contain it, and optionally hides anonymous parts.
    ///
    /// - Parameters:
    ///   - privacy: The private data of all contexts.
    ///   - hidesAnonymous: A Boolean value that indicates whether anonymous parts hide everything that can be private.
    func eventJSON(_ privacy: LaunchDarklyPrivacy, hidesAnonymous: Bool) -> FlagValue {
        json { part in
            part.redacted(
                privacy.references, hidesAll: privacy.isEverythingPrivate || (hidesAnonymous && part.isAnonymous))
        }
    }

    /// The context without its anonymous parts, or `nil` if no parts remain.
    var withoutAnonymousParts: LaunchDarklyContext? {
        let known = parts.filter { !$0.isAnonymous }
        return known.isEmpty ? nil : LaunchDarklyContext(known)
    }
}

extension LaunchDarklyContext.Part {
    fileprivate func redacted(_ references: Set<LaunchDarklyReference>, hidesAll: Bool) -> [String: FlagValue] {
        var (kept, redacted) = (optional, Set<String>())
        if hidesAll {
            redacted = Set(kept.keys.map { LaunchDarklyReference(literal: $0).raw() })
            kept = [:]
        } else {
            // Shorter references come first, so that values that are removed with a whole attribute aren't listed again.
            let all = privateAttributes.union(references).filter { $0.isValid() }
            for reference in all.sorted(by: { ($0.path.count, $0.raw()) < ($1.path.count, $1.raw()) }) {
                if let rest = FlagValue.object(kept).removing(reference.path[...]), case .object(let members) = rest {
                    kept = members
                    redacted.insert(reference.raw())
                }
            }
        }
        var members = kept.merging(identity) { $1 }
        if !redacted.isEmpty {
            members["_meta"] = ["redactedAttributes": .array(redacted.sorted().map(FlagValue.string))]
        }
        return members
    }
}

extension FlagValue {
    /// Returns the value without the target of a path, or `nil` if the path has no target.
    fileprivate func removing(_ path: ArraySlice<String>) -> FlagValue? {
        guard case .object(var members) = self, let name = path.first, let member = members[name] else { return nil }
        if path.count == 1 {
            members[name] = nil
        } else {
            guard let rest = member.removing(path.dropFirst()) else { return nil }
            members[name] = rest
        }
        return .object(members)
    }
}
