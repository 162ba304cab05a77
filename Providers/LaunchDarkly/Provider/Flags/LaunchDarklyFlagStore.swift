// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

/// A value with the flags of one identity, which applies changes to them.
///
/// Versions order single updates. A flag or its deletion counts only if its version is greater than the stored version,
/// including the version of a deleted flag. If either has no version, the later arrival counts. A whole set of flags
/// replaces everything, regardless of the versions.
package struct LaunchDarklyFlagStore: Sendable {
    /// The maximum number of stored deletions, because a service with more deletions is malfunctioning.
    static let longestMemory = 10_000

    /// The reason why received data can't be used at all.
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

    /// Creates a store from the flags that the provider published before, or an empty store without a flag set.
    package init(provider: String, resuming flagSet: FlagSet? = nil) {
        origin = Origin(.network, provider: provider)
        table = flagSet?.table ?? FlagTable()
        guard case .object(let members)? = flagSet?.providerData["tombstones"] else { return }
        tombstones = members.compactMapValues(Int64.init(flagValue:))
    }

    /// The data that the store saves in `FlagSet.providerData`, or null if there is none.
    package var providerData: FlagValue {
        tombstones.isEmpty ? .null : .object(tombstones.mapValues(FlagValue.int))
    }

    // MARK: Changes

    /// Replaces everything.
    ///
    /// Unreadable flags are skipped and recorded. A flag that equals its predecessor remains the same object, so that its
    /// counts continue.
    ///
    /// - Returns: A Boolean value that indicates whether anything changed.
    package mutating func put(_ document: FlagValue, _ diagnostics: inout DiagnosticCollector) throws(Malformed) -> Bool
    {
        guard case .object(let members) = document else {
            throw Malformed(reason: "expected an object with a property for each flag, found \(document.noun)")
        }
        return put(FlagTable(), members.map { ($0.key, $0.value) }, &diagnostics)
    }

    /// Replaces everything with the content of a payload.
    ///
    /// - Returns: A Boolean value that indicates whether anything changed.
    package mutating func put(_ payload: LaunchDarklyPayload, _ diagnostics: inout DiagnosticCollector)
        throws(Malformed)
        -> Bool
    {
        switch payload.content {
        case .document(let document): return try put(document, &diagnostics)
        case .flags(let flags, let others): return put(flags, others.map { ($0.key, $0.text.value) }, &diagnostics)
        }
    }

    /// Replaces everything.
    ///
    /// - Parameters:
    ///   - flags: The flags that have already been read.
    ///   - members: The other properties of the document.
    private mutating func put(
        _ flags: FlagTable, _ members: [(key: String, json: FlagValue)], _ diagnostics: inout DiagnosticCollector
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
            } else if let flag = LaunchDarklyFlag(key, json, at: [key], &diagnostics)?.flag(origin: origin) {
                next.set(flag)
                isSame = false
            }
        }
        if isSame, next.count == table.count { return tombstones != earlierTombstones }
        table = next
        return true
    }

    /// Replaces an older flag with a newer flag.
    ///
    /// - Returns: A Boolean value that indicates whether the new flag was newer.
    package mutating func patch(_ document: FlagValue, _ diagnostics: inout DiagnosticCollector) throws(Malformed)
        -> Bool
    {
        let (key, version) = try Self.subject(of: document)
        if document["deleted"] == true { return delete(key, at: version) }
        guard isNewer(version, than: key) else { return false }
        guard let flag = LaunchDarklyFlag(key, LaunchDarklyFlag.withoutKey(document), at: [], &diagnostics) else {
            return false
        }
        tombstones[key] = nil
        table.set(flag.flag(origin: origin))
        return true
    }

    /// Removes a flag and remembers its deletion.
    ///
    /// - Returns: A Boolean value that indicates whether the deletion was newer than the flag.
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

    /// Returns the key and version of an update, or throws an error if the update can't be ordered.
    private static func subject(of document: FlagValue) throws(Malformed) -> (key: String, version: Int64?) {
        guard case .object = document else {
            throw Malformed(reason: "expected an object, found \(document.noun)")
        }
        guard case .string(let key)? = document["key"] else { throw Malformed(reason: "the key is missing") }
        guard let member = document["version"], !member.isNull else { return (key, nil) }
        guard let version = Int64(flagValue: member) else {
            throw Malformed(reason: "the version is \(member.noun) instead of an integer")
        }
        return (key, version)
    }
}
