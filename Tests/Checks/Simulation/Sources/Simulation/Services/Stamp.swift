// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// A value that says whose it is, so that every place where it shows up can be checked.
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

    /// The stamp of what a flag holds; an Unleash flag has it in its variant.
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

/// Who a request is about, as a service sees it.
struct Person: Hashable {
    static let names = ["alice", "bob", "carol"]
    static let plans = ["gold", "free"]
    /// How Unleash sees anonymous people.
    static let nobody = "-"

    var key: String
    var plan: String

    /// Whether the service saw this context.
    func fits(_ context: EvaluationContext) -> Bool {
        guard let key = context.key else { return !Self.names.contains(self.key) }
        return self.key == key && context["plan"] == .string(plan)
    }

    /// Whether it is the same person, whatever the plan is.
    func isSamePerson(as context: EvaluationContext) -> Bool {
        context.key.map { $0 == key } ?? !Self.names.contains(key)
    }
}

extension EvaluationContext {
    /// The words of the log.
    var words: String { key.map { "\($0), \(self["plan"]?.description ?? "no plan")" } ?? "anonymous" }
}
