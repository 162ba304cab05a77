// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    /// The flag as a vendor's own client API reads it, whatever the types of its facets; nil when there is none.
    ///
    /// Counted as a read of one facet, even when there is no flag; hooks do not run. Memory only.
    package func flag(_ name: String, reading facet: Evaluation.Facet, fallback: FlagValue) -> Flag? {
        let published = published
        return published.evaluator.flag(name, reading: facet, fallback: fallback, in: published)
    }

    /// The same without counting it.
    package func flag(_ name: String) -> Flag? { snapshot().flag(name) }
}

extension Evaluator {
    func flag(
        _ name: String, reading facet: Evaluation.Facet, fallback: FlagValue, in published: Published
    ) -> Flag? {
        let (flag, error) = lookUp(FlagKey(name, default: .null), in: published, isRead: true)
        guard router.isEnabled else { return flag }
        if let flag {
            if !router.count(flag, facet, in: published) { router.countFirst(flag, facet, fallback, in: published) }
        } else {
            router.countIrregular(name, nil, facet, error: error, in: published, fallback: fallback)
        }
        if wantsEvaluation(of: flag) {
            let value = (facet == .value ? flag?.value : flag?.variantValue) ?? .null
            router.push(
                Evaluation(
                    flag: flag, key: name, value: value.isNull ? fallback : value, fallback: fallback, facet: facet,
                    error: error, flags: published.providerFlags, context: published.servedContext, time: time.now))
        }
        return flag
    }

    /// The flag, without counting it.
    func flag(_ name: String, in published: Published) -> Flag? {
        lookUp(FlagKey(name, default: .null), in: published, isRead: false).flag
    }

    /// The flag, or why there is none.
    private func lookUp(
        _ key: FlagKey<FlagValue>, in published: Published, isRead: Bool
    ) -> (flag: Flag?, error: ErrorCode?) {
        switch resolve(key, in: published, isRead: isRead) {
        case .served(let flag, _, _), .noValue(let flag, _), .mismatch(let flag): (flag, nil)
        case .failed(let flag, let error): (flag, error.code)
        case .off: (nil, nil)
        case .expired: (nil, .providerNotReady)
        case .missing(let error): (nil, error)
        }
    }
}
