// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// A value that names its service, flag, version, and person, so that every occurrence of it can be checked.
struct Stamp: Hashable {
    var service: String
    var flag: String
    var version: Int
    var key: String
    var plan: String

    init(_ service: String, _ flag: String, _ version: Int, _ person: Person) {
        (self.service, self.flag, self.version) = (service, flag, version)
        (key, plan) = (person.key, person.plan)
    }

    init?(_ text: String) {
        let parts = text.split(separator: "|", omittingEmptySubsequences: false)
        guard parts.count == 5, let version = Int(parts[2]) else { return nil }
        (service, flag, self.version) = (String(parts[0]), String(parts[1]), version)
        (key, plan) = (String(parts[3]), String(parts[4]))
    }

    /// Creates the stamp of a flag's value.
    ///
    /// An Unleash flag has it in its variant.
    init?(_ flag: EvaluatedFlag) {
        if case .string(let text)? = flag.variantValue {
            self.init(text)
        } else if case .string(let text) = flag.value {
            self.init(text)
        } else {
            return nil
        }
    }

    var text: String { "\(service)|\(flag)|\(version)|\(key)|\(plan)" }
    var person: Person { Person(key: key, plan: plan) }
}

/// The person of a request, from the service's point of view.
struct Person: Hashable {
    static let names = ["alice", "bob", "carol"]
    static let plans = ["gold", "free"]
    /// Unleash's key of anonymous people.
    static let nobody = "-"

    var key: String
    var plan: String

    /// Returns whether the service received this context.
    func fits(_ context: EvaluationContext) -> Bool {
        guard let key = context.key else { return !Self.names.contains(self.key) }
        return self.key == key && context["plan"] == .string(plan)
    }

    /// Returns whether a context belongs to the same person, with any plan.
    func isSamePerson(as context: EvaluationContext) -> Bool {
        context.key.map { $0 == key } ?? !Self.names.contains(key)
    }
}

extension EvaluationContext {
    /// The description in the log.
    var words: String { key.map { "\($0), \(self["plan"]?.description ?? "no plan")" } ?? "anonymous" }
}
