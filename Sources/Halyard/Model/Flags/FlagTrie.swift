// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A hash trie of flags whose generations share every node that did not change.
///
/// Each node splits 32 ways on the next five bits of the key's hash. A one-flag change copies the nodes on one path:
/// three of about 32 entries among ten thousand flags, where a `Dictionary` copies all of them. Two generations are
/// compared by walking only the nodes that are not the same object.
///
/// Written here because the root package has no dependencies; the reads of a released persistent map would be fast enough.
final class FlagTrie: Sendable {
    /// Levels that five bits each take from a 64-bit hash; below them equal hashes share a list.
    private static let depthLimit = 13

    /// Which of the 32 places hold a flag, and which a node.
    private let flagMap: UInt32
    private let nodeMap: UInt32
    /// In the order of the places; at the depth limit a plain list of flags with equal hashes.
    private let flags: [Flag]
    private let nodes: [FlagTrie]
    let count: Int

    private init(flagMap: UInt32, nodeMap: UInt32, flags: [Flag], nodes: [FlagTrie]) {
        self.flagMap = flagMap
        self.nodeMap = nodeMap
        self.flags = flags
        self.nodes = nodes
        count = nodes.reduce(flags.count) { $0 + $1.count }
    }

    // MARK: Reading

    func flag(_ key: String, hash: UInt64) -> Flag? {
        var node = self
        var rest = hash
        for _ in 0..<Self.depthLimit {
            let place = Self.place(rest)
            if node.flagMap & place != 0 {
                let flag = node.flags[Self.index(of: place, in: node.flagMap)]
                return flag.hash == hash && flag.key == key ? flag : nil
            }
            guard node.nodeMap & place != 0 else { return nil }
            node = node.nodes[Self.index(of: place, in: node.nodeMap)]
            rest >>= 5
        }
        return node.flags.first { $0.key == key }
    }

    /// Any one of the flags; nil when there is none.
    var anyFlag: Flag? { flags.first ?? nodes.first?.anyFlag }

    func forEach(_ body: (Flag) -> Void) {
        for flag in flags { body(flag) }
        for node in nodes { node.forEach(body) }
    }

    /// Calls `body` with each key's old and new flag where the two are not the same object.
    func forEachDifference(since old: FlagTrie, _ body: (_ old: Flag?, _ new: Flag?) -> Void) {
        differences(since: old, depth: 0, body)
    }

    // MARK: Making the next generation

    /// Builds a trie in one pass; of several flags with one key, the last wins.
    convenience init(_ flags: [Flag]) {
        self.init(flags, depth: 0)
    }

    func setting(_ flag: Flag) -> FlagTrie { setting(flag, depth: 0) }

    func removing(_ key: String, hash: UInt64) -> FlagTrie {
        flag(key, hash: hash) == nil ? self : removing(key, hash: hash, depth: 0)
    }
}

extension FlagTrie {
    private static func place(_ rest: UInt64) -> UInt32 { 1 << UInt32(truncatingIfNeeded: rest & 31) }

    private static func place(_ hash: UInt64, depth: Int) -> UInt32 { place(hash >> UInt64(5 * depth)) }

    private static func index(of place: UInt32, in map: UInt32) -> Int { (map & (place - 1)).nonzeroBitCount }

    private convenience init(_ flags: [Flag], depth: Int) {
        if depth == Self.depthLimit {
            self.init(flagMap: 0, nodeMap: 0, flags: Self.lastOfEachKey(flags), nodes: [])
            return
        }
        var groups = [[Flag]](repeating: [], count: 32)
        for flag in flags { groups[Self.place(flag.hash, depth: depth).trailingZeroBitCount].append(flag) }
        var flagMap: UInt32 = 0
        var nodeMap: UInt32 = 0
        var ownFlags: [Flag] = []
        var nodes: [FlagTrie] = []
        for (number, group) in groups.enumerated() where !group.isEmpty {
            let place = UInt32(1) << UInt32(number)
            if let last = Self.lastOfOneKey(group) {
                flagMap |= place
                ownFlags.append(last)
            } else {
                nodeMap |= place
                nodes.append(FlagTrie(group, depth: depth + 1))
            }
        }
        self.init(flagMap: flagMap, nodeMap: nodeMap, flags: ownFlags, nodes: nodes)
    }

    /// The last flag of a group with a single key; nil for a group with several keys.
    private static func lastOfOneKey(_ group: [Flag]) -> Flag? {
        guard let last = group.last, group.allSatisfy({ $0.hash == last.hash && $0.key == last.key }) else {
            return nil
        }
        return last
    }

    private static func lastOfEachKey(_ flags: [Flag]) -> [Flag] {
        var kept: [Flag] = []
        for flag in flags {
            kept.removeAll { $0.key == flag.key }
            kept.append(flag)
        }
        return kept
    }

    private func setting(_ flag: Flag, depth: Int) -> FlagTrie {
        if depth == Self.depthLimit {
            return FlagTrie(flagMap: 0, nodeMap: 0, flags: Self.lastOfEachKey(flags + [flag]), nodes: [])
        }
        let place = Self.place(flag.hash, depth: depth)
        if nodeMap & place != 0 {
            let index = Self.index(of: place, in: nodeMap)
            return replacingNode(at: index, place, with: nodes[index].setting(flag, depth: depth + 1))
        }
        let index = Self.index(of: place, in: flagMap)
        var flags = flags
        guard flagMap & place != 0 else {
            flags.insert(flag, at: index)
            return FlagTrie(flagMap: flagMap | place, nodeMap: nodeMap, flags: flags, nodes: nodes)
        }
        let resident = flags[index]
        if resident.hash == flag.hash, resident.key == flag.key {
            flags[index] = flag
            return FlagTrie(flagMap: flagMap, nodeMap: nodeMap, flags: flags, nodes: nodes)
        }
        flags.remove(at: index)
        var nodes = nodes
        nodes.insert(FlagTrie([resident, flag], depth: depth + 1), at: Self.index(of: place, in: nodeMap))
        return FlagTrie(flagMap: flagMap & ~place, nodeMap: nodeMap | place, flags: flags, nodes: nodes)
    }

    /// Only called when the key exists.
    private func removing(_ key: String, hash: UInt64, depth: Int) -> FlagTrie {
        var flags = flags
        if depth == Self.depthLimit {
            flags.removeAll { $0.key == key }
            return FlagTrie(flagMap: 0, nodeMap: 0, flags: flags, nodes: [])
        }
        let place = Self.place(hash, depth: depth)
        if nodeMap & place != 0 {
            let index = Self.index(of: place, in: nodeMap)
            return replacingNode(at: index, place, with: nodes[index].removing(key, hash: hash, depth: depth + 1))
        }
        flags.remove(at: Self.index(of: place, in: flagMap))
        return FlagTrie(flagMap: flagMap & ~place, nodeMap: nodeMap, flags: flags, nodes: nodes)
    }

    /// Puts a node in place, or the only flag that is left in it.
    private func replacingNode(at index: Int, _ place: UInt32, with node: FlagTrie) -> FlagTrie {
        var nodes = nodes
        guard node.count == 1, node.nodes.isEmpty else {
            nodes[index] = node
            return FlagTrie(flagMap: flagMap, nodeMap: nodeMap, flags: flags, nodes: nodes)
        }
        nodes.remove(at: index)
        var flags = flags
        flags.insert(node.flags[0], at: Self.index(of: place, in: flagMap))
        return FlagTrie(flagMap: flagMap | place, nodeMap: nodeMap & ~place, flags: flags, nodes: nodes)
    }

    private func differences(since old: FlagTrie, depth: Int, _ body: (Flag?, Flag?) -> Void) {
        if self === old { return }
        if depth == Self.depthLimit { return Self.compare(old.flags, flags, body) }
        var places = flagMap | nodeMap | old.flagMap | old.nodeMap
        while places != 0 {
            let place = places & (~places + 1)
            places &= places - 1
            if let node = node(at: place), let oldNode = old.node(at: place) {
                node.differences(since: oldNode, depth: depth + 1, body)
            } else {
                Self.compare(old.everything(at: place), everything(at: place), body)
            }
        }
    }

    private func node(at place: UInt32) -> FlagTrie? {
        nodeMap & place == 0 ? nil : nodes[Self.index(of: place, in: nodeMap)]
    }

    private func everything(at place: UInt32) -> [Flag] {
        if flagMap & place != 0 { return [flags[Self.index(of: place, in: flagMap)]] }
        var all: [Flag] = []
        node(at: place)?.forEach { all.append($0) }
        return all
    }

    private static func compare(_ old: [Flag], _ new: [Flag], _ body: (Flag?, Flag?) -> Void) {
        for flag in new {
            let before = old.first { $0.hash == flag.hash && $0.key == flag.key }
            if before !== flag { body(before, flag) }
        }
        for flag in old where !new.contains(where: { $0.hash == flag.hash && $0.key == flag.key }) { body(flag, nil) }
    }
}
