// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

/// The flags of one identity, and their changes: a pure value.
///
/// Versions order single updates: a flag, or its deletion, counts only if its version is greater than the stored one,
/// including that of a deleted flag. Where either has no version, the later arrival counts. A whole set of flags
/// replaces everything, whatever its versions are.
package struct LaunchDarklyFlagStore: Sendable {
    /// How many deleted flags are remembered; a service that deletes more is malfunctioning.
    static let longestMemory = 10_000

    /// Why something that arrived cannot be used at all.
    package struct Malformed: Error, Sendable, Hashable {
        /// The problem, as the rest of a sentence.
        package var reason: String
    }

    /// The flags.
    package private(set) var table: FlagTable
    /// The versions at which flags were deleted.
    private(set) var tombstones: [String: Int64] = [:]
    /// The origin of the flags.
    let origin: Origin

    /// Makes a store from what the provider published before; empty without a snapshot.
    package init(provider: String, resuming flagSet: FlagSet? = nil) {
        origin = Origin(.network, provider: provider)
        table = flagSet?.table ?? FlagTable()
        guard case .object(let members)? = flagSet?.providerData["tombstones"] else { return }
        tombstones = members.compactMapValues(Int64.init(flagValue:))
    }

    /// What the store saves in `FlagSet.notes`; null for nothing.
    package var providerData: FlagValue {
        tombstones.isEmpty ? .null : .object(tombstones.mapValues(FlagValue.int))
    }

    // MARK: Changes

    /// Replaces everything; returns whether that made a difference.
    ///
    /// A flag that cannot be read is skipped and noted. One that is equal to its predecessor is the same object again,
    /// so that its counts continue.
    package mutating func put(_ document: FlagValue, _ findings: inout DiagnosticCollector) throws(Malformed) -> Bool {
        guard case .object(let members) = document else {
            throw Malformed(reason: "an object with a member for each flag was expected, and \(document.noun) came")
        }
        return put(FlagTable(), members.map { ($0.key, $0.value) }, &findings)
    }

    /// Replaces everything with the content of a payload; returns whether that made a difference.
    package mutating func put(_ payload: LaunchDarklyPayload, _ findings: inout DiagnosticCollector) throws(Malformed)
        -> Bool
    {
        switch payload.content {
        case .document(let document): return try put(document, &findings)
        case .flags(let flags, let others): return put(flags, others.map { ($0.key, $0.text.value) }, &findings)
        }
    }

    /// Replaces everything.
    ///
    /// - Parameters:
    ///   - flags: Flags that have been read.
    ///   - members: Other members of the document.
    private mutating func put(
        _ flags: FlagTable, _ members: [(key: String, json: FlagValue)], _ findings: inout DiagnosticCollector
    ) -> Bool {
        let earlierTombstones = tombstones
        var isSame = true
        var next = flags
        for flag in flags {
            if let known = table[flag.key], known.isEqual(to: flag) { next.set(known) } else { isSame = false }
        }
        tombstones = [:]
        for (key, member) in members.sorted(by: \.key) {
            let json = LaunchDarklyFlag.withoutKey(member)
            if json["deleted"] == true {
                bury(key, at: json["version"].flatMap(Int64.init(flagValue:)) ?? 0)
            } else if let flag = table[key], flag.vendor == json, flag.origin == origin {
                next.set(flag)
            } else if let flag = LaunchDarklyFlag(key, json, at: [key], &findings)?.flag(origin: origin) {
                next.set(flag)
                isSame = false
            }
        }
        if isSame, next.count == table.count { return tombstones != earlierTombstones }
        table = next
        return true
    }

    /// Replaces an older flag by a newer one; returns whether it was newer.
    package mutating func patch(_ document: FlagValue, _ findings: inout DiagnosticCollector) throws(Malformed) -> Bool
    {
        let (key, version) = try Self.subject(of: document)
        if document["deleted"] == true { return delete(key, at: version) }
        guard isNewer(version, than: key) else { return false }
        guard let flag = LaunchDarklyFlag(key, LaunchDarklyFlag.withoutKey(document), at: [], &findings) else {
            return false
        }
        tombstones[key] = nil
        table.set(flag.flag(origin: origin))
        return true
    }

    /// Removes a flag, and remembers its deletion; returns whether the deletion was newer than the flag.
    package mutating func delete(_ document: FlagValue) throws(Malformed) -> Bool {
        let (key, version) = try Self.subject(of: document)
        return delete(key, at: version)
    }

    private mutating func delete(_ key: String, at version: Int64?) -> Bool {
        guard isNewer(version, than: key) else { return false }
        table.remove(key)
        bury(key, at: version ?? 0)
        return true
    }

    private mutating func bury(_ key: String, at version: Int64) {
        if tombstones.count < Self.longestMemory || tombstones[key] != nil { tombstones[key] = version }
    }

    // MARK: Versions

    private func isNewer(_ version: Int64?, than key: String) -> Bool {
        let present = tombstones[key] ?? table[key].flatMap { $0.vendor["version"].flatMap(Int64.init(flagValue:)) }
        guard let version, let present else { return true }
        return version > present
    }

    /// The key and version of an update; one that cannot be ordered cannot be used.
    private static func subject(of document: FlagValue) throws(Malformed) -> (key: String, version: Int64?) {
        guard case .object = document else {
            throw Malformed(reason: "an object was expected, and \(document.noun) came")
        }
        guard case .string(let key)? = document["key"] else { throw Malformed(reason: "it has no key") }
        guard let member = document["version"], !member.isNull else { return (key, nil) }
        guard let version = Int64(flagValue: member) else {
            throw Malformed(reason: "its version is \(member.noun) and no whole number")
        }
        return (key, version)
    }
}
