// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

extension LaunchDarklyContext: LaunchDarklyIdentity {

    package var key: String { fullyQualifiedKey() }

    package var isNobody: Bool { parts.allSatisfy(\.isAnonymous) }

    /// The context as events carry it: without private values, and with a list of their names for each kind.
    ///
    /// Kinds, keys, and whether a part is anonymous always stay.
    package func eventJSON(_ privacy: LaunchDarklyPrivacy) -> FlagValue { eventJSON(privacy, hidesAnonymous: false) }

    /// The context as events carry it, with anonymous parts hidden if wanted.
    ///
    /// - Parameters:
    ///   - privacy: What is private for all contexts.
    ///   - hidesAnonymous: Whether everything in an anonymous part is private that can be.
    func eventJSON(_ privacy: LaunchDarklyPrivacy, hidesAnonymous: Bool) -> FlagValue {
        json { part in
            part.redacted(
                privacy.references, hidesAll: privacy.isEverythingPrivate || (hidesAnonymous && part.isAnonymous))
        }
    }

    /// The context without its anonymous parts; nil when nothing is left.
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
            // The shorter ones first: what was removed with a whole attribute need not be listed again.
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
    /// The value without what a path leads to; nil when the path leads to nothing.
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
