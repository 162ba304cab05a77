// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The number of times that the driver read each flag, which the server must have received in the end.
struct ReadCounts: Sendable, Hashable {
    /// The reads of one flag.
    struct Count: Sendable, Hashable {
        var yes = 0
        var no = 0
        var variants: [String: Int] = [:]
    }

    private(set) var flags: [String: Count] = [:]

    init() {}

    /// Creates counts from the server's sums.
    ///
    /// It skips invalid sums, which the comparison then reports as missing.
    init(served json: FlagValue?) {
        guard case .object(let members)? = json else { return }
        for (name, count) in members {
            flags[name] = Count(
                yes: count["yes"].flatMap(Int.init(flagValue:)) ?? 0,
                no: count["no"].flatMap(Int.init(flagValue:)) ?? 0,
                variants: count["variants"].flatMap([String: Int].init(flagValue:)) ?? [:])
        }
    }

    /// The number of all reads.
    var total: Int { flags.values.reduce(0) { $0 + $1.yes + $1.no } }

    /// The number of all variant counts.
    var variants: Int { flags.values.reduce(0) { $0 + $1.variants.values.reduce(0, +) } }

    /// Counts a read of a flag's state.
    mutating func read(_ name: String, _ isEnabled: Bool) {
        if isEnabled { flags[name, default: Count()].yes += 1 } else { flags[name, default: Count()].no += 1 }
    }

    /// Counts a read of the variant's payload of an enabled flag.
    mutating func readPayload(_ name: String, variant: String?) {
        flags[name, default: Count()].yes += 1
        flags[name, default: Count()].variants[variant ?? "disabled", default: 0] += 1
    }

    mutating func add(_ other: ReadCounts) {
        flags.merge(other.flags) { mine, theirs in
            Count(
                yes: mine.yes + theirs.yes, no: mine.no + theirs.no,
                variants: mine.variants.merging(theirs.variants, uniquingKeysWith: +))
        }
    }

    /// Returns one line for each flag whose counts differ.
    func differences(from other: ReadCounts) -> [String] {
        Set(flags.keys).union(other.flags.keys).sorted().compactMap { name in
            let (mine, theirs) = (flags[name], other.flags[name])
            return mine == theirs ? nil : "metrics of \(name): read \(mine ?? Count()), reported \(theirs ?? Count())"
        }
    }
}

extension ReadCounts.Count: CustomStringConvertible {
    /// The counts on one line, such as `3 yes, 1 no, b 2, disabled 1`.
    var description: String {
        (["\(yes) yes", "\(no) no"] + variants.sorted { $0.key < $1.key }.map { "\($0) \($1)" })
            .joined(separator: ", ")
    }
}
