// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Merges the states that several providers publish for one request.
///
/// A pure state machine without time and tasks. The merged table shares unchanged flags with the previous table. The strategy is
/// called only for flags that changed in a child, so an update costs as much as the child's own update.
struct MergeMachine {
    /// One of the combined providers, with its published state.
    private struct Child {
        let name: String
        let isRequired: Bool
        var status = ProviderStatus.notReady
        var flagSet: FlagSet?
        var error: FlagError?
        /// A Boolean value that indicates whether the provider has published a state or ended.
        var hasSpoken = false
        var isAnswered = false

        /// A Boolean value that indicates whether results can be compared, because the provider has responded or won't respond.
        var isComparable: Bool { isAnswered || (hasSpoken && flagSet == nil) }

        func answer(about key: String, hash: UInt64) -> ChildResult {
            guard let flagSet else {
                return .failed(
                    error ?? FlagError(.providerNotReady, "The provider '\(name)' hasn't responded yet. Wait for it."))
            }
            return flagSet.answer(about: key, hash: hash)
        }
    }

    /// The work to do after an event.
    struct Effects {
        var state: ProviderState?
        var comparisons: [ParityReport.Comparison] = []
        var diagnostics: [Diagnostic] = []
        /// The flags for which the strategy now chooses another provider.
        fileprivate var revised: [Key] = []
    }

    fileprivate typealias Key = (name: String, hash: UInt64)

    let combination: Combination
    private let request: FlagRequest
    private var children: [Child]
    private var table = FlagTable()

    /// - Parameter mergesAgain: A Boolean value that indicates whether the resumed parts are merged again, because reading the
    ///   resumed flags would compare them before the services respond.
    init(_ combination: Combination, required: [Bool], _ request: FlagRequest, mergesAgain: Bool = false) {
        self.combination = combination
        self.request = request
        // If no provider is required, all have equal weight.
        let isAnyRequired = required.contains(true)
        children = zip(combination.names, required).map { name, isRequired in
            var child = Child(name: name, isRequired: isRequired || !isAnyRequired)
            if let resumed = request.resume?.parts[name], resumed.context == request.context {
                (child.flagSet, child.status) = (resumed, .reconciling)
            } else if mergesAgain {
                child.error = request.resume?.merge?.error(of: name)
            }
            return child
        }
        if mergesAgain {
            mergeAll()
        } else if let resumed = request.resume, resumed.context == request.context {
            table = resumed.table
        }
    }

    // MARK: Events

    /// Processes a state that a child published.
    mutating func receive(_ state: ProviderState, from index: Int) -> Effects {
        var effects = Effects()
        if let flagSet = state.flagSet, flagSet.context != request.context {
            effects.diagnostics.append(.foreignFlags(flagSet.context, from: children[index].name))
            return effects
        }
        let before = children[index]
        children[index].hasSpoken = true
        if let flagSet = state.flagSet { children[index].flagSet = flagSet }
        children[index].status = state.fitting(children[index].flagSet).status
        children[index].error = state.error
        if state.isAnswer { children[index].isAnswered = true }
        merge(index, since: before, &effects)
        return effects
    }

    /// Processes the end of a child's run, which returned or threw an error.
    mutating func ended(_ index: Int, throwing error: FlagError?) -> Effects {
        var effects = Effects()
        let before = children[index]
        children[index].hasSpoken = true
        if let error {
            children[index].status = ProviderState.failed(error).fitting(before.flagSet).status
            children[index].error = error
        } else if children[index].flagSet == nil {
            children[index].status = .error
            children[index].error = before.error ?? .endedWithoutFlags(before.name)
        } else {
            children[index].isAnswered = true
        }
        merge(index, since: before, &effects)
        return effects
    }

    /// The combined errors of all children, or `nil` if any child has flags.
    var failure: FlagError? {
        children.contains { $0.flagSet != nil } ? nil : combinedError
    }

    // MARK: Merging

    private mutating func merge(_ index: Int, since before: Child, _ effects: inout Effects) {
        let child = children[index]
        // The child's availability and its meaning of a missing flag are part of its result for every flag.
        let isSame = before.flagSet.flatMap { child.flagSet?.hasSameAbsence(as: $0) } ?? (child.flagSet == nil)
        let hasBegun = child.isComparable && !before.isComparable
        if !isSame || hasBegun {
            compare(allKeys, with: index, &effects)
            mergeAll()
        } else {
            let keys = keysThatDiffer(child, before)
            compare(keys, with: index, &effects)
            for (key, hash) in keys { update(flag(for: question(key, hash)), key) }
        }
        for (key, hash) in effects.revised { update(flag(for: question(key, hash)), key) }
        if children[index].error != nil, !child.isRequired, before.error != child.error {
            effects.diagnostics.append(Self.optionalFailure(child.error, child.name))
        }
        effects.state = state
    }

    private func keysThatDiffer(_ child: Child, _ before: Child) -> [Key] {
        var keys: [Key] = []
        (child.flagSet?.table ?? []).forEachDifference(since: before.flagSet?.table ?? []) { old, new in
            if let flag = new ?? old { keys.append((flag.key, flag.hash)) }
        }
        return keys
    }

    private var allKeys: [Key] {
        var keys: [String: UInt64] = [:]
        for child in children { child.flagSet?.table.forEach { keys[$0.key] = $0.hash } }
        return keys.map { ($0.key, $0.value) }
    }

    private mutating func mergeAll() {
        var flags: [EvaluatedFlag] = []
        for (key, hash) in allKeys {
            if let flag = flag(for: question(key, hash)) { flags.append(flag) }
        }
        table = FlagTable(flags)
    }

    private mutating func update(_ flag: EvaluatedFlag?, _ key: String) {
        if let flag { table.set(flag) } else { table.remove(key) }
    }

    private func question(_ key: String, _ hash: UInt64) -> StrategyInput {
        StrategyInput(
            key: key, context: request.context, identity: combination.identity, names: combination.names,
            answers: .given(children.map { $0.answer(about: key, hash: hash) }))
    }

    private func flag(for question: StrategyInput) -> EvaluatedFlag? {
        let (answer, child) = combination.answer(to: question)
        switch answer {
        case .flag(let flag): return flag
        // The flag set's absence covers flags that no provider lists.
        case .off where question.isListed: return child.map { offFlag(question.key, children[$0]) }
        case .off, .notFound, .failed: return nil
        }
    }

    /// Returns a flag for an unlisted flag that is off in a child, so that no other child is used for it.
    private func offFlag(_ key: String, _ child: Child) -> EvaluatedFlag {
        let origin = child.flagSet?.table.anyFlag?.origin ?? Origin(.network, provider: child.name)
        if let flag = table[key], flag.isAbsence, flag.origin == origin { return flag }
        return EvaluatedFlag.absence(key, origin: origin)
    }

    /// Compares a child's current results with the results of the other children.
    ///
    /// Comparisons between two other children haven't changed.
    private func compare(_ keys: [Key], with changed: Int, _ effects: inout Effects) {
        for (key, hash) in keys {
            let question = question(key, hash)
            guard var compared = combination.strategy.compare(question) else { continue }
            if compared.primary != changed { compared.others.removeAll { $0 != changed } }
            let comparisons = combination.comparisons(of: compared, for: question) { children[$0].isComparable }
            effects.comparisons += comparisons
            for comparison in comparisons {
                if let diagnostic = combination.strategy.learn(comparison) {
                    effects.diagnostics.append(diagnostic)
                    effects.revised.append((key, hash))
                }
            }
        }
    }

    // MARK: The merged state

    /// The state to publish now, or `nil` if required children haven't published yet.
    private var state: ProviderState? {
        let required = children.filter(\.isRequired)
        let areAllHeard = required.allSatisfy(\.hasSpoken)
        let hasFlags = children.contains { $0.flagSet != nil }
        // At the start, some flags are better than none. Later, the current flags are better than a part of the next flags.
        guard areAllHeard || (request.cause == .start && hasFlags) else { return nil }
        let worst = required.max { $0.status < $1.status }
        let status = worst?.status ?? .notReady
        let error = required.first { $0.status == status && $0.error != nil }?.error
        guard hasFlags else {
            return ProviderState(status, error: error ?? combinedError, isAnswer: false)
        }
        let flagSet = flagSet
        // While a required provider fails, the flags of the others count as a response, unless the strategy serves none of them.
        let areAllSettled = required.allSatisfy { $0.isAnswered || $0.error != nil }
        let isPartialAnswer = areAllSettled && required.contains(where: \.isAnswered) && flagSet.servesFlags
        let isAnswer = required.allSatisfy(\.isAnswered) || isPartialAnswer
        return ProviderState(status, flagSet, error: areAllHeard ? error : nil, isAnswer: isAnswer)
    }

    /// The merged flags.
    var flagSet: FlagSet {
        let parts = children.reduce(into: [:]) { parts, child in parts[child.name] = child.flagSet }
        let areAllThere = parts.count == children.count
        var flagSet = FlagSet(
            table, for: request.context,
            confirmedAt: parts.values.map(\.confirmedAt).min() ?? Instant(millisecondsSinceEpoch: 0),
            missingFlags: areAllThere && parts.values.allSatisfy { $0.missingFlags == .off } ? .off : .unknown,
            parts: parts)
        flagSet.missingError = areAllThere ? nil : combinedError
        let errors = children.filter { $0.flagSet == nil }.reduce(into: [:]) { $0[$1.name] = $1.error }
        flagSet.merge = MergedParts(combination, parts, errors: errors)
        let comparable = Set(children.filter(\.isComparable).map(\.name))
        return CombinedRules(combination, parts, comparable: comparable).map { flagSet.carrying($0, after: nil) }
            ?? flagSet
    }

    /// The errors of the children that have no flags, each with its provider's name.
    private var combinedError: FlagError {
        let failed = children.filter { $0.flagSet == nil }
        let code = failed.first { $0.error != nil }?.error?.code ?? .providerNotReady
        let messages = failed.map { "'\($0.name)': \($0.error?.message ?? "It hasn't responded yet.")" }
        return FlagError(
            code, messages.joined(separator: " "), diagnostics: failed.flatMap { $0.error?.diagnostics ?? [] })
    }

    // MARK: Diagnostics

    private static func optionalFailure(_ error: FlagError?, _ name: String) -> Diagnostic {
        Diagnostic(
            "optionalProviderFailed", .warning, subject: name,
            "An optional provider of the combination failed: \(error?.description ?? "")".asSentence,
            suggestion: "The other providers continue. Fix the error when you can.")
    }
}
