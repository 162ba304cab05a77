// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// Goes through the layers like a read does, and records their contributions. Counts nothing, and runs no hooks.
extension Evaluator {
    func explain<Value>(_ key: FlagKey<Value>, in snapshot: FlagSnapshot) -> Explanation {
        let scope = FlagScope.current
        let forced = scope?.flag(key.name, for: router, isRead: false)
        let resolution = resolve(key, in: snapshot, isRead: false)
        let details = details(resolution, key, in: snapshot)
        var steps: [Explanation.Step] = []
        if let forced {
            steps.append(.init(.override, .used, "A test override set the value.", ["value": forced.value]))
        } else {
            steps += layerSteps(key.name, in: snapshot, hasScope: scope != nil)
        }
        if !steps.contains(where: { $0.outcome == .used }) {
            let flagSet = snapshot.flagSet
            for report in flagSet?.layerReports.reversed() ?? [] { steps.append(step(report)) }
            if let flagSet, flagSet.merge != nil {
                steps += combinedSteps(key.name, in: flagSet)
            } else {
                steps.append(providerStep(key, resolution, in: snapshot))
            }
        }
        if let previous = snapshot.previousContext { steps = steps.map { $0.noting(previous, snapshot.state) } }
        if let step = coercionStep(key, resolution, details.value) { steps.append(step) }
        steps.append(defaultStep(key, resolution))
        return Explanation(
            key: key.name, context: snapshot.servedContext.description, value: key.write(details.value),
            reason: details.reason, error: details.error, steps: steps)
    }

    func step(_ report: FlagSet.LayerReport) -> Explanation.Step {
        .init(.init(rawValue: report.layer), report.isServing ? .used : .passed, report.message)
    }

    private func providerStep<Value>(
        _ key: FlagKey<Value>, _ resolution: Resolution<Value>, in snapshot: FlagSnapshot
    ) -> Explanation.Step {
        let state = snapshot.state
        var facts: [String: FlagValue] = [
            "provider": .string(state.provider), "status": .string(state.status.rawValue),
            "mode": .string(state.mode.rawValue),
        ]
        if let error = state.error { facts["error"] = .string(error.description) }
        guard let flagSet = state.flagSet else {
            let why = (snapshot.refusal ?? state.error).map { " \($0.message)".asSentence } ?? ""
            return .init(
                .provider, .passed,
                "The provider '\(state.provider)' has no flags (\(state.status.rawValue)).\(why)", facts)
        }
        let trouble = state.error.map { " The provider is \(state.status.rawValue). \($0.message)".asSentence } ?? ""
        facts["flags"] = .int(Int64(flagSet.table.count))
        if let validator = flagSet.validator { facts["validator"] = .string(validator) }
        guard let flag = flagSet.flag(named: key.name) else {
            facts["confirmedAt"] = .string(flagSet.confirmedAt.description)
            if case .expired(let moment) = resolution {
                return .init(.provider, .refused, "The provider's stored flags expired at \(moment).", facts)
            }
            if case .off = resolution {
                return .init(
                    .provider, .used,
                    "The provider '\(state.provider)' lists only flags that are on. This flag isn't listed, so it's off.\(trouble)",
                    facts)
            }
            return .init(
                .provider, .passed, "The provider '\(state.provider)' has no flag with this key.\(trouble)", facts)
        }
        facts.merge(self.facts(of: flag, flagSet)) { _, fact in fact }
        let ruleFacts = flagSet.ruleFacts(about: key.name, hash: key.hash)
        facts.merge(ruleFacts) { fact, _ in fact }
        if case .expired(let moment) = resolution {
            return .init(.provider, .refused, "The stored flag expired at \(moment).", facts)
        }
        return .init(.provider, .used, sentence(about: flag, facts) + sentence(about: ruleFacts) + trouble, facts)
    }

    /// Returns the rules' facts about a flag as a sentence: the cause of the value if it's known, or else all facts.
    func sentence(about ruleFacts: [String: FlagValue]) -> String {
        if case .string(let cause)? = ruleFacts["determinedBy"] { return " Determined by \(cause)." }
        let list = ruleFacts.sorted(by: \.key).map { "\($0.key): \(Self.text(of: $0.value))" }
        return list.isEmpty ? "" : " Facts from its rules: \(list.joined(separator: "; "))."
    }

    private static func text(of fact: FlagValue) -> String {
        switch fact {
        case .string(let text): text
        case .array(let facts): facts.map(text).joined(separator: ", ")
        default: fact.description
        }
    }

    func facts(of flag: EvaluatedFlag, _ flagSet: FlagSet) -> [String: FlagValue] {
        let confirmedAt = flagSet.confirmedAt(for: flag.origin)
        var facts: [String: FlagValue] = [
            "value": flag.value, "reason": .string(flag.reason.rawValue),
            "origin": .string(flag.origin.kind.rawValue), "confirmedAt": .string(confirmedAt.description),
            "age": .double(Double((time.now - confirmedAt).wholeMilliseconds) / 1000),
        ]
        if let payload = flag.variantValue { facts["payload"] = payload }
        if let error = flag.error { facts["error"] = .string(error.description) }
        if let variant = flag.variant { facts["variant"] = .string(variant) }
        if let version = flag.version { facts["version"] = .int(version) }
        if let provider = flag.origin.provider { facts["provider"] = .string(provider) }
        if !flag.metadata.isEmpty { facts["metadata"] = .object(flag.metadata) }
        if let expiresAt = flagSet.expiresAt(for: flag.origin) { facts["expiresAt"] = .string(expiresAt.description) }
        return facts
    }

    func sentence(about flag: EvaluatedFlag, _ facts: [String: FlagValue]) -> String {
        let variant = flag.variant.map { ", variant '\($0)'" } ?? ""
        let payload = flag.variantValue.map { $0.isNull ? "" : ", payload \($0)" } ?? ""
        let version = flag.version.map { ", version \($0)" } ?? ""
        let age = facts["age"].map { ", \($0) s old" } ?? ""
        if let error = flag.error { return "\(flag.origin) has no value\(version)\(age). \(error.message)" }
        return "\(flag.origin) returned \(flag.value)\(variant)\(payload), reason \(flag.reason)\(version)\(age)."
    }

    private func coercionStep<Value>(
        _ key: FlagKey<Value>, _ resolution: Resolution<Value>, _ value: Value
    ) -> Explanation.Step? {
        let facts: [String: FlagValue] = ["type": .string("\(Value.self)")]
        switch resolution {
        case .served(let flag, _, .value):
            let loss = Self.loss(from: flag.value, to: key.write(value))
            return .init(.coercion, .used, "The value is read as \(Value.self)\(loss).", facts)
        case .served(let flag, _, .payload) where flag.origin.isForced:
            return .init(.coercion, .used, "The override string is read as \(Value.self).", facts)
        case .served(let flag, _, .payload):
            let loss = Self.loss(from: flag.variantValue, to: key.write(value))
            return .init(.coercion, .used, "The variant's payload is read as \(Value.self)\(loss).", facts)
        case .mismatch(let flag):
            return .init(.coercion, .refused, FlagError(Mismatch(flag, as: key)).message, facts)
        case .noValue, .failed, .off, .expired, .missing:
            return nil
        }
    }

    /// Returns the part of a sentence about the fraction that a number loses, or an empty string.
    private static func loss(from number: FlagValue?, to integer: FlagValue) -> String {
        guard case .double(let number)? = number, case .int = integer, number != number.rounded() else { return "" }
        return ": \(integer), without the fraction of \(number)"
    }

    private func defaultStep<Value>(_ key: FlagKey<Value>, _ resolution: Resolution<Value>) -> Explanation.Step {
        let facts = ["value": key.defaultFlagValue]
        switch resolution {
        case .served, .off(.some): return .init(.default, .passed, "The default value isn't needed.", facts)
        case .noValue: return .init(.default, .used, "The flag exists, but has no value.", facts)
        case .failed: return .init(.default, .used, "The provider couldn't evaluate the flag.", facts)
        case .off: return .init(.default, .used, "This type has no value for a flag that is off.", facts)
        case .mismatch: return .init(.default, .used, "The flag's value has another type.", facts)
        case .expired: return .init(.default, .used, "The stored flags expired.", facts)
        case .missing: return .init(.default, .used, "No layer has a value.", facts)
        }
    }
}

extension Explanation.Step {
    /// Returns the step with a note that its value belongs to the previous context.
    fileprivate func noting(_ previous: EvaluationContext, _ state: FlagClient.State) -> Explanation.Step {
        guard layer == .provider, outcome == .used else { return self }
        let note =
            "The value belongs to the previous context \(previous), because flags of \(state.context) haven't arrived."
        let facts = facts.merging(["previousContext": .string(previous.description)]) { $1 }
        return Explanation.Step(layer, outcome, "\(message) \(note)", facts)
    }
}

extension FlagClient {
    /// Explains the current value of a flag, layer by layer.
    ///
    /// Doesn't perform I/O, count as an evaluation, or run hooks. The value equals the result of a read at the same time.
    public func explain<Value>(_ key: FlagKey<Value>) -> Explanation { snapshot().explain(key) }

    /// Explains the current value of a flag of any type, layer by layer.
    ///
    /// Doesn't perform I/O, count as an evaluation, or run hooks.
    public func explain(_ name: String) -> Explanation { snapshot().explain(name) }
}

extension FlagSnapshot {
    /// Explains a flag's value in this snapshot, layer by layer.
    ///
    /// Doesn't perform I/O, count as an evaluation, or run hooks.
    public func explain<Value>(_ key: FlagKey<Value>) -> Explanation { published.evaluator.explain(key, in: self) }

    /// Explains the value of a flag of any type in this snapshot, layer by layer.
    ///
    /// Doesn't perform I/O, count as an evaluation, or run hooks.
    public func explain(_ name: String) -> Explanation { explain(FlagKey(name, default: FlagValue.null)) }
}
