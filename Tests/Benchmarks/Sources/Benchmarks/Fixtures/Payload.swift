// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A service's answer of many flags, as LaunchDarkly's mobile service writes it.
enum Payload {
    /// The name of a flag: 15 bytes, the longest that a string holds without memory of its own.
    static func name(_ number: Int) -> String { "flag-num-\(100_000 + number)" }

    static let text = "a text of thirty letters or so"

    /// Flags of mixed types, a quarter with a reason.
    static func launchDarkly(_ count: Int) -> [UInt8] {
        let members = (0..<count).map { number in
            let value =
                switch number % 4 {
                case 0: "true"
                case 1: "\"\(text)\""
                case 2: "\(number)"
                default: "\(Double(number) + 0.5)"
                }
            let reason =
                number % 16 < 4 ? ",\"reason\":{\"kind\":\"RULE_MATCH\",\"ruleIndex\":1,\"ruleId\":\"r-1\"}" : ""
            return "\"\(name(number))\":{\"value\":\(value),\"version\":\(number + 3),\"flagVersion\":\(number + 2),"
                + "\"variation\":\(number % 3),\"trackEvents\":false\(reason)}"
        }
        return Array("{\(members.joined(separator: ","))}".utf8)
    }
}
