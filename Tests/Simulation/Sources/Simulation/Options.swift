// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import CInterposer
import Glibc

/// What the program was asked for.
struct Options {
    var seeds = 100
    var from: UInt64 = 1
    var replay: UInt64?
    var actions = 120
    var skipped: Set<Int> = []
    var shrinks = false
    /// Whether it goes on behind a seed that fails.
    var goesOn = false

    init(_ arguments: [String]) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--seeds": seeds = Self.number(option, &rest)
            case "--from": from = UInt64(Self.number(option, &rest))
            case "--replay": replay = UInt64(Self.number(option, &rest))
            case "--actions": actions = Self.number(option, &rest)
            case "--skip": skipped = Set((rest.popFirst() ?? "").split(separator: ",").compactMap { Int($0) })
            case "--shrink": shrinks = true
            case "--all": goesOn = true
            default: Self.refuse(option)
            }
        }
    }

    private static func number(_ option: String, _ rest: inout ArraySlice<String>) -> Int {
        guard let number = rest.popFirst().flatMap({ Int($0) }), number >= 0 else { refuse(option) }
        return number
    }

    private static func refuse(_ option: String) -> Never {
        print(
            "\(option): not understood. Options: --seeds N --from S --all --replay SEED --actions N --skip 1,2 --shrink"
        )
        exit(2)
    }
}
