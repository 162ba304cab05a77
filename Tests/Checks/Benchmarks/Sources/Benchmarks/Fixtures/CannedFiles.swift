// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardUnleash

/// Files with the rules of both vendors, for the same flags.
enum CannedFiles {
    /// Returns a flag in the format of the LaunchDarkly service: a rule with two clauses, and a percentage rollout.
    ///
    /// - Parameters:
    ///   - number: The number of the flag.
    ///   - weight: The weight of the rollout's first variation.
    static func flag(_ number: Int, weight: Int = 50000) -> String {
        // The even flags have two clauses, and the odd flags have a rollout.
        let served = number.isMultiple(of: 2) ? #""variation":1"# : rollout(weight)
        let clauses =
            #"{"contextKind":"user","attribute":"plan","op":"in","values":["bronze","gold","silver"],"negate":false},"#
            + #"{"contextKind":"user","attribute":"age","op":"greaterThanOrEqual","values":[18],"negate":false}"#
        return """
            {"key":"\(Payload.name(number))","version":\(number),"on":true,"prerequisites":[],"targets":[],"contextTargets":[],\
            "rules":[{"id":"rule-\(number)","clauses":[\(clauses)],\(served),"trackEvents":false}],"fallthrough":\
            {"variation":0},"offVariation":0,"variations":[false,true],"clientSideAvailability":{"usingMobileKey":true,\
            "usingEnvironmentId":false},"clientSide":false,"salt":"0123456789abcdef0123456789abcdef","trackEvents":false,\
            "trackEventsFallthrough":false,"debugEventsUntilDate":null,"deleted":false}
            """
    }

    private static func rollout(_ weight: Int) -> String {
        #""rollout":{"contextKind":"user","variations":[{"variation":0,"weight":\#(weight)},{"variation":1,"weight":\#(100_000 - weight)}]}"#
    }

    /// Returns a document of flags, one of which has another rollout.
    static func launchDarkly(_ count: Int, weight: Int = 50000) -> String {
        let flags = (0..<count).map { number in
            #""\#(Payload.name(number))":\#(flag(number, weight: number == 1 ? weight : 50000))"#
        }
        return #"{"flags":{\#(flags.joined(separator: ","))},"segments":{}}"#
    }

    /// Returns a document of the same number of Unleash flags, one of which has another rollout.
    static func unleash(_ count: Int, rollout: Int = 50) -> String {
        let features = (0..<count).map { CannedRules.feature($0, rollout: $0 == 1 ? rollout : 50) }
        return #"{"version":2,"features":[\#(features.joined(separator: ","))],"segments":[]}"#
    }

    /// Returns a document of one flag with a list of keys.
    static func targets(_ count: Int) -> String {
        let keys = (0..<count).map { #""user-\#(1_000_000 + $0 * 7919 % count)""# }.joined(separator: ",")
        return
            #"{"flags":{"f":{"on":true,"variations":[false,true],"fallthrough":{"variation":0},"targets":[{"variation":1,"values":[\#(keys)]}]}},"segments":{}}"#
    }

    static func client(_ text: String, _ format: BootstrapFormat) async throws -> FlagClient {
        try await client(FileFlagProvider(.text(text), name: "file", formats: [format]))
    }

    static func client(_ provider: FileFlagProvider) async throws -> FlagClient {
        let client = FlagClient(provider: provider, context: CannedRules.context(0), sinks: [Counting()])
        guard await client.start(within: .seconds(60)) == .ready else { throw Trouble("No rules: \(client.state)") }
        return client
    }
}
