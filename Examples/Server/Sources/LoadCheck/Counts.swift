// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Counts of flag reads in Unleash's format.
struct Counts: Equatable, Sendable, CustomStringConvertible {
    struct Flag: Equatable, Sendable, Decodable {
        var yes = 0
        var no = 0
        var variants: [String: Int]?
    }

    private(set) var flags: [String: Flag] = [:]

    /// The number of all reads.
    ///
    /// Each read of a variant also counts as a yes or a no.
    var reads: Int { flags.values.reduce(0) { $0 + $1.yes + $1.no } }

    var description: String {
        flags.sorted { $0.key < $1.key }.map { name, flag in
            "\(name): \(flag.yes) yes, \(flag.no) no"
                + (flag.variants ?? [:]).sorted { $0.key < $1.key }.map { ", \($0.value) \($0.key)" }.joined()
        }.joined(separator: "; ")
    }

    init() {}

    init(_ flags: [String: Flag]) { self.flags = flags }

    /// Creates the counts of one read of each flag for a user.
    init(_ user: User, values: [String], payloads: [String]) {
        for name in values + payloads {
            let isOn = user.isOn(name)
            flags[name] = Flag(yes: isOn ? 1 : 0, no: isOn ? 0 : 1)
        }
        for name in payloads { flags[name]?.variants = [user.flags[name]?.variant ?? "disabled": 1] }
    }

    static func + (left: Counts, right: Counts) -> Counts {
        var sum = left
        sum += right
        return sum
    }

    static func += (left: inout Counts, right: Counts) {
        for (name, flag) in right.flags {
            var sum = left.flags[name] ?? Flag()
            sum.yes += flag.yes
            sum.no += flag.no
            if let variants = flag.variants { sum.variants = (sum.variants ?? [:]).merging(variants) { $0 + $1 } }
            left.flags[name] = sum
        }
    }
}
