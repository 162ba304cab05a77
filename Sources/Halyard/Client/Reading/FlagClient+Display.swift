// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    /// Returns the flag's value for a view, which reads it again whenever it's drawn.
    ///
    /// ```swift
    /// banner.isHidden = !flags.displayValue(of: .newNav)  // counted once, however often the banner is drawn
    /// ```
    /// A read is counted, is reported as an exposure, and runs the hooks **once for each variation that a context is shown**,
    /// for all views of the client together. Redrawing does none of these. A read counts again when the flag gets a variation
    /// that the context hasn't been shown, when the context changes, and when events are switched on or off. The client
    /// remembers 10,000 variations. After that, it forgets them, and each of them counts again.
    ///
    /// Doesn't perform I/O. Costs a lookup and a short lock.
    public func displayValue<Value>(of key: FlagKey<Value>) -> Value {
        let snapshot = snapshot()
        return snapshot.published.evaluator.displayValue(key, in: snapshot, exposures)
    }
}

extension Evaluator {
    /// Returns the value of a read that counts once for each variation.
    func displayValue<Value>(_ key: FlagKey<Value>, in snapshot: FlagSnapshot, _ exposures: ExposureLedger) -> Value {
        let resolution = resolve(key, in: snapshot)
        if case .missing(.providerNotReady) = resolution { router.start.expect(after: key.name) }
        let (flag, target): (EvaluatedFlag?, Evaluation.ReadTarget) =
            switch resolution {
            case .served(let flag, _, let target), .noValue(let flag, let target): (flag, target)
            case .mismatch(let flag), .failed(let flag, _): (flag, .value)
            case .expired, .off, .missing: (nil, .value)
            }
        guard exposures.add(key.name, flag, target, for: snapshot.served) else { return value(of: resolution, key) }
        return value(key, in: snapshot)
    }
}
