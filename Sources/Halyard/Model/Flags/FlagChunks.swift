// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Flags by key, in 64 hash tables whose copies share the tables that didn't change.
///
/// A copy copies 64 references. A change then copies one of the 64 tables, which has 256 places for ten thousand flags.
/// A `Dictionary` would copy all of them. A second change of the same table copies nothing. A comparison of two
/// generations skips the tables that they share.
///
/// It replaces `Dictionary` because a lookup with a known ``KeyHash`` costs a quarter as much.
struct FlagChunks: Sendable {
    private static let chunkCount = 64

    /// The hash tables, chosen by the lowest bits of a key's hash.
    private var chunks: [FlagChunk]
    /// The number of flags.
    private(set) var count: Int

    /// Creates an empty map.
    init() {
        chunks = Self.noChunks
        count = 0
    }

    /// The chunks of all empty maps, which are shared because there are many.
    private static let noChunks = [FlagChunk](repeating: FlagChunk(), count: chunkCount)

    /// Creates a map.
    ///
    /// If several flags have the same key, the last one wins.
    init(_ flags: [EvaluatedFlag]) {
        self.init()
        // Shares the chunks of all empty maps.
        if flags.isEmpty { return }
        let average = flags.count / Self.chunkCount
        // Most chunks then have enough room.
        let chunk = FlagChunk(capacity: average + average / 8)
        for index in chunks.indices { chunks[index] = chunk }
        for flag in flags { set(flag) }
    }

    // MARK: Reading

    func flag(_ key: String, hash: UInt64) -> EvaluatedFlag? { chunks[Self.chunk(hash)].flag(key, hash: hash) }

    /// Any of the flags, or `nil` if the map is empty.
    var anyFlag: EvaluatedFlag? { chunks.first { $0.count > 0 }?.anyFlag }

    func forEach(_ body: (EvaluatedFlag) -> Void) {
        for chunk in chunks { chunk.forEach(body) }
    }

    /// Returns true if both have the same flag object for each key.
    ///
    /// Costs 64 comparisons of references, and one for each flag of the chunks that aren't shared.
    func hasSame(as other: FlagChunks) -> Bool {
        if count != other.count { return false }
        for (chunk, otherChunk) in zip(chunks, other.chunks) {
            if !chunk.isShared(with: otherChunk), !chunk.hasSame(as: otherChunk) { return false }
        }
        return true
    }

    /// Calls `body` with the old and the new flag of each key if they aren't the same object.
    func forEachDifference(since old: FlagChunks, _ body: (_ old: EvaluatedFlag?, _ new: EvaluatedFlag?) -> Void) {
        for (chunk, oldChunk) in zip(chunks, old.chunks) where !chunk.isShared(with: oldChunk) {
            chunk.forEach { flag in
                let before = oldChunk.flag(flag.key, hash: flag.hash)
                if before !== flag { body(before, flag) }
            }
            oldChunk.forEach { flag in
                if chunk.flag(flag.key, hash: flag.hash) == nil { body(flag, nil) }
            }
        }
    }

    // MARK: Changing

    /// Sets a flag, replacing an earlier one with its key.
    mutating func set(_ flag: EvaluatedFlag) {
        if chunks[Self.chunk(flag.hash)].set(flag) { count += 1 }
    }

    /// Removes the flag of a key, if there is one.
    mutating func remove(_ key: String, hash: UInt64) {
        if chunks[Self.chunk(hash)].remove(key, hash: hash) { count -= 1 }
    }

    private static func chunk(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (chunkCount - 1) }
}

/// A hash table with open addressing, at most three quarters full.
private struct FlagChunk: Sendable {
    /// A place for a flag.
    ///
    /// Places are compared by identity, so that comparing the places of a chunk and its copy is one step.
    private struct Place: Equatable {
        var flag: EvaluatedFlag?

        static func == (left: Place, right: Place) -> Bool { left.flag === right.flag }
    }

    /// The places.
    ///
    /// Their number is a power of two, or zero.
    private var places: [Place] = []
    /// The number of flags.
    private(set) var count = 0

    /// Creates a table with room for a number of flags.
    init(capacity: Int = 0) {
        if capacity > 0 { places = Self.places(for: capacity) }
    }

    func flag(_ key: String, hash: UInt64) -> EvaluatedFlag? {
        count == 0 ? nil : places[index(of: key, hash: hash)].flag
    }

    /// Any of the flags, or `nil` if the table is empty.
    var anyFlag: EvaluatedFlag? { places.lazy.compactMap(\.flag).first }

    func forEach(_ body: (EvaluatedFlag) -> Void) {
        for place in places { if let flag = place.flag { body(flag) } }
    }

    /// Returns true if both have the same flag objects in the same places, as a copy does.
    ///
    /// Costs one comparison for a copy, because arrays compare their storage first.
    func isShared(with other: FlagChunk) -> Bool { count == other.count && places == other.places }

    /// Returns true if both have the same flag objects, in any places.
    func hasSame(as other: FlagChunk) -> Bool {
        count == other.count
            && places.allSatisfy { place in
                guard let flag = place.flag else { return true }
                return other.flag(flag.key, hash: flag.hash) === flag
            }
    }

    /// Sets a flag, and returns true if its key is new.
    mutating func set(_ flag: EvaluatedFlag) -> Bool {
        if (count + 1) * 4 > places.count * 3 { rebuild(with: max(count * 2, 1)) }
        let index = index(of: flag.key, hash: flag.hash)
        let isNew = places[index].flag == nil
        places[index].flag = flag
        if isNew { count += 1 }
        return isNew
    }

    /// Removes the flag of a key, and returns true if it existed.
    mutating func remove(_ key: String, hash: UInt64) -> Bool {
        guard count > 0 else { return false }
        let index = index(of: key, hash: hash)
        guard places[index].flag != nil else { return false }
        places[index].flag = nil
        // The flags after the gap can be there only because this place was taken.
        rebuild(with: count - 1)
        return true
    }

    /// Returns the index of a key's flag, or of the empty place for it.
    ///
    /// There must be an empty place.
    private func index(of key: String, hash: UInt64) -> Int {
        // The lowest six bits are the same for all flags of a chunk.
        var index = Int(truncatingIfNeeded: hash >> 6) & (places.count - 1)
        while let flag = places[index].flag, flag.hash != hash || flag.key != key {
            index = (index + 1) & (places.count - 1)
        }
        return index
    }

    private mutating func rebuild(with capacity: Int) {
        let earlier = places
        places = Self.places(for: capacity)
        count = 0
        for place in earlier { if let flag = place.flag { _ = set(flag) } }
    }

    private static func places(for capacity: Int) -> [Place] {
        var size = 2
        while capacity * 4 > size * 3 { size *= 2 }
        return [Place](repeating: Place(flag: nil), count: size)
    }
}
