// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly

/// Rules, the flags to read, and the results of the evaluator.
struct RuleSet: Sendable {
    /// A flag, a context, and the evaluator's result.
    struct Read: Sendable {
        let flag: String
        let context: FlagValue
        let result: Result
    }

    /// The result of an evaluation.
    struct Result: Sendable, Hashable {
        /// The value, or `nil` if the caller's default value applies.
        var value: FlagValue?
        var variation: Int?
        var reason: FlagValue
    }

    struct Malformed: Error {
        let line: FlagValue
    }

    let number: Int
    /// The rules, as a file contains them.
    let document: String
    /// The key of a flag that can't be read, which must be reported.
    let damaged: String?
    let reads: [Read]

    /// Reads a line of the generator.
    init(json: FlagValue) throws {
        guard let number = json["set"].flatMap(Int.init(flagValue:)),
            let document = json["document"].flatMap(String.init(flagValue:)),
            case .array(let reads)? = json["reads"]
        else { throw Malformed(line: json) }
        self.number = number
        self.document = document
        damaged = json["damaged"].flatMap(String.init(flagValue:))
        self.reads = try reads.map { read in
            guard let flag = read["flag"].flatMap(String.init(flagValue:)), let context = read["context"],
                let reason = read["reason"]
            else { throw Malformed(line: read) }
            let result = Result(
                value: read["value"].flatMap { $0.isNull ? nil : $0 },
                variation: read["variation"].flatMap(Int.init(flagValue:)), reason: reason)
            return Read(flag: flag, context: context, result: result)
        }
    }
}

extension RuleSet.Read {
    /// Returns the context in the form of LaunchDarkly's clients, or in Halyard's own form.
    func evaluationContext(asPlain isPlain: Bool) throws -> EvaluationContext {
        let context = try LaunchDarklyContext(json: context).context
        return isPlain ? context.detaching() : context
    }
}
