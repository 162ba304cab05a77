// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    /// Returns the flag for a vendor's own client API, with values and payloads of any type, or `nil` if there's none.
    ///
    /// Counts as one read, even if there's no flag. Doesn't run hooks or perform I/O.
    package func flag(_ name: String, reading target: Evaluation.ReadTarget, defaultValue: FlagValue) -> EvaluatedFlag?
    {
        let snapshot = snapshot()
        return snapshot.published.evaluator.flag(name, reading: target, defaultValue: defaultValue, in: snapshot)
    }

    /// Returns the flag without counting a read.
    package func flag(_ name: String) -> EvaluatedFlag? { snapshot().flag(name) }
}

extension Evaluator {
    func flag(
        _ name: String, reading target: Evaluation.ReadTarget, defaultValue: FlagValue, in snapshot: FlagSnapshot
    ) -> EvaluatedFlag? {
        let (flag, error) = lookUp(FlagKey(name, default: .null), in: snapshot, isRead: true)
        if let error { router.noteUnanswered(name, error: error, in: snapshot) }
        guard router.isEnabled else { return flag }
        if reportsContexts { noteUse(of: flag, in: snapshot) }
        if let flag {
            if target == .payload || !router.count(flag, in: snapshot) {
                router.countFirst(flag, target, defaultValue, in: snapshot)
            }
        } else {
            router.countIrregular(name, nil, target, error: error, in: snapshot, defaultValue: defaultValue)
        }
        if wantsEvaluation(of: flag) {
            let value = (target == .value ? flag?.value : flag?.variantValue) ?? .null
            router.push(
                Evaluation(
                    flag: flag, key: name, value: value.isNull ? defaultValue : value, defaultValue: defaultValue,
                    target: target,
                    error: error, flags: snapshot.providerFlags, context: snapshot.servedContext, time: time.now))
        }
        return flag
    }

    /// Returns the flag without counting a read.
    func flag(_ name: String, in snapshot: FlagSnapshot) -> EvaluatedFlag? {
        lookUp(FlagKey(name, default: .null), in: snapshot, isRead: false).flag
    }

    /// Returns the flag, or the reason that there's none.
    private func lookUp(
        _ key: FlagKey<FlagValue>, in snapshot: FlagSnapshot, isRead: Bool
    ) -> (flag: EvaluatedFlag?, error: ErrorCode?) {
        switch resolve(key, in: snapshot, isRead: isRead) {
        case .served(let flag, _, _), .noValue(let flag, _), .mismatch(let flag): (flag, nil)
        case .failed(let flag, let error): (flag, error.code)
        case .off: (nil, nil)
        case .expired: (nil, .providerNotReady)
        case .missing(let error): (nil, error)
        }
    }
}
