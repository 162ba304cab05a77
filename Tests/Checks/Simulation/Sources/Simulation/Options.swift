// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import CInterposer
import Glibc

/// The command-line options.
struct Options {
    var seeds = 100
    var from: UInt64 = 1
    var replay: UInt64?
    var actions = 120
    /// The numbers of the actions to perform, or `nil` for all actions.
    var only: Set<Int>?
    var absent: Set<Int> = []
    var (hasGoodDisk, hasGoodNetwork) = (false, false)
    var shrinks = false
    /// A Boolean value that indicates whether the output names a failing seed without its scenario.
    var isTerse = false
    /// A Boolean value that indicates whether the program continues after a failing seed.
    var goesOn = false

    init(_ arguments: [String]) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--seeds": seeds = Self.number(option, &rest)
            case "--from": from = UInt64(Self.number(option, &rest))
            case "--replay": replay = UInt64(Self.number(option, &rest))
            case "--actions": actions = Self.number(option, &rest)
            case "--only": only = Self.numbers(&rest)
            case "--absent": absent = Self.numbers(&rest)
            case "--good-disk": hasGoodDisk = true
            case "--good-network": hasGoodNetwork = true
            case "--terse": isTerse = true
            case "--shrink": shrinks = true
            case "--all": goesOn = true
            default: Self.refuse(option)
            }
        }
    }

    /// Returns the plan of a seed.
    func plan(_ seed: UInt64) -> Plan {
        var plan = Plan(seed: seed)
        plan.actions = actions
        if let only { plan.skipped = Set(1...max(actions, 1)).subtracting(only) }
        (plan.absent, plan.hasGoodDisk, plan.hasGoodNetwork) = (absent, hasGoodDisk, hasGoodNetwork)
        return plan
    }

    private static func numbers(_ rest: inout ArraySlice<String>) -> Set<Int> {
        Set((rest.popFirst() ?? "").split(separator: ",").compactMap { Int($0) })
    }

    private static func number(_ option: String, _ rest: inout ArraySlice<String>) -> Int {
        guard let number = rest.popFirst().flatMap({ Int($0) }), number >= 0 else { refuse(option) }
        return number
    }

    private static func refuse(_ option: String) -> Never {
        print(
            "Invalid option \(option). Use --seeds N, --from SEED, --all, --replay SEED, --only 1,2, or --shrink."
        )
        exit(2)
    }
}
