// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// An evaluator that answers reads from a snapshot, counts them, and runs the hooks.
///
/// It belongs to one provider and one list of hooks. If either changes, the client creates a new evaluator. A published state
/// keeps its own evaluator.
///
/// The code for a plain read is inlinable, so that the compiler specializes it for the requested type in the app. Without
/// that, a typed read costs six times as much (measured in Tests/Checks/Benchmarks).
@usableFromInline
final class Evaluator: Sendable {
    /// The result of a lookup, without the caller's default value.
    enum Resolution<Value> {
        case served(EvaluatedFlag, Value, Evaluation.ReadTarget)
        /// The flag exists, but has no value or no payload.
        case noValue(EvaluatedFlag, Evaluation.ReadTarget)
        /// The source couldn't evaluate the flag.
        case failed(EvaluatedFlag, FlagError)
        case mismatch(EvaluatedFlag)
        /// The flag expired at this time.
        case expired(Instant)
        /// The flag isn't listed, and the source lists only flags that are on.
        ///
        /// The associated value represents "off" in this type, if the type has such a value.
        case off(Value?)
        case missing(ErrorCode)
    }

    let providerName: String
    private let clientName: String?
    let router: EventRouter
    let time: any TimeSource
    /// The client's hooks, oldest first, followed by the call's hooks and the provider's hooks.
    private let hooks: [any EvaluationHook]
    private let providerHooks: [any EvaluationHook]
    /// The readers, which are retained while reads use this evaluator.
    private let readers: ReaderGroup?
    /// A Boolean value that indicates whether some hooks belong to one of several combined providers.
    private let hasChildHooks: Bool
    private let pushesEveryEvaluation: Bool
    /// The providers whose sinks receive the contexts of reads, with `nil` for the sinks of the app.
    let contextListeners: [String?]
    /// A Boolean value that indicates whether a sink receives the contexts of reads.
    let reportsContexts: Bool
    /// A Boolean value that indicates whether no hook or sink requires every evaluation.
    let isPlain: Bool

    init(
        providerName: String, clientName: String?, router: EventRouter, time: any TimeSource,
        hooks: [any EvaluationHook], providerHooks: [any EvaluationHook], readers: ReaderGroup? = nil,
        pushesEveryEvaluation: Bool, contextListeners: Set<String?> = []
    ) {
        self.providerName = providerName
        self.clientName = clientName
        self.router = router
        self.time = time
        self.hooks = hooks
        self.providerHooks = providerHooks
        self.readers = readers
        hasChildHooks = providerHooks.contains { $0 is ChildHook }
        self.pushesEveryEvaluation = pushesEveryEvaluation
        self.contextListeners = Array(contextListeners.prefix(ContextUses.maximumListeners))
        reportsContexts = !contextListeners.isEmpty
        isPlain = hooks.isEmpty && providerHooks.isEmpty && !pushesEveryEvaluation
    }

    // MARK: The plain read

    /// Returns the flag's value, or the key's default value.
    @inlinable
    func value<Value>(_ key: FlagKey<Value>, in snapshot: FlagSnapshot) -> Value {
        guard let flag = plainFlag(key.name, key.hash, in: snapshot), let value = key.read(flag.value) else {
            return anyValue(key, in: snapshot)
        }
        if isFirst(flag, in: snapshot) { countFirst(flag, key.defaultFlagValue, in: snapshot) }
        return value
    }

    /// Returns the flag if its value can be served without further checks, or `nil` otherwise.
    @usableFromInline
    func plainFlag(_ name: String, _ hash: UInt64, in snapshot: FlagSnapshot) -> EvaluatedFlag? {
        guard snapshot.published.isPlain, FlagScope.current == nil,
            let flag = snapshot.flag(name, hash: hash), flag.reporting.isEmpty, !flag.value.isNull
        else { return nil }
        return flag
    }

    /// Counts a read of a flag's value, and returns `true` for the thread's first read, which must be counted with its
    /// default value.
    @usableFromInline
    func isFirst(_ flag: EvaluatedFlag, in snapshot: FlagSnapshot) -> Bool {
        if reportsContexts { noteUse(of: flag, in: snapshot) }
        return !router.count(flag, in: snapshot)
    }

    @usableFromInline
    func countFirst(_ flag: EvaluatedFlag, _ defaultValue: FlagValue, in snapshot: FlagSnapshot) {
        router.countFirst(flag, .value, defaultValue, in: snapshot)
    }

    /// Returns the value in all other cases: hooks, payloads, default values, and events.
    @usableFromInline
    func anyValue<Value>(_ key: FlagKey<Value>, in snapshot: FlagSnapshot) -> Value {
        if !hooks.isEmpty || !providerHooks.isEmpty {
            return details(key, in: snapshot, EvaluationOptions(), isAskedFor: false).value
        }
        let resolution = resolve(key, in: snapshot)
        record(resolution, key, in: snapshot)
        return value(of: resolution, key)
    }

    func details<Value>(
        _ key: FlagKey<Value>, in snapshot: FlagSnapshot, _ options: EvaluationOptions, isAskedFor: Bool = true
    ) -> EvaluationDetails<Value> {
        let lookUp = {
            let resolution = self.resolve(key, in: snapshot)
            self.record(resolution, key, in: snapshot, isDetailed: isAskedFor)
            return (resolution, self.details(resolution, key, in: snapshot))
        }
        let all = hooks + options.hooks + providerHooks(for: key, in: snapshot)
        if all.isEmpty || RunningHooks.include(router) { return lookUp().1 }
        var evaluation = HookContext(
            flagKey: key.name, valueType: Value.self, defaultValue: key.defaultFlagValue,
            context: snapshot.servedContext, clientName: clientName, providerName: providerName,
            hints: options.hints, isDetailed: isAskedFor)
        evaluation.currentFlag = { [self] in currentFlag(key, in: snapshot) }
        var chain = HookChain(all, evaluation)
        var found: Resolution<Value>?
        return RunningHooks.run(of: router) {
            chain.run(
                {
                    // A sink that is called here can read flags with hooks.
                    let (resolution, details) = RunningHooks.suspend(of: router, lookUp)
                    found = resolution
                    return details
                }, write: { written($0, key, found) },
                failing: { error, hook in
                    router.note(error, from: hook, key.name)
                    return failure(error, key.name, key.defaultValue)
                })
        }
    }

    /// Returns the provider's hooks.
    ///
    /// For a combination, these are the hooks that apply to the served flag.
    private func providerHooks<Value>(for key: FlagKey<Value>, in snapshot: FlagSnapshot) -> [any EvaluationHook] {
        guard hasChildHooks else { return providerHooks }
        let flag = currentFlag(key, in: snapshot)
        return providerHooks.filter { ($0 as? ChildHook)?.concerns(flag) ?? true }
    }

    /// The flag that a read would use, or `nil` if there is none.
    private func currentFlag<Value>(_ key: FlagKey<Value>, in snapshot: FlagSnapshot) -> EvaluatedFlag? {
        FlagScope.current?.flag(key.name, for: router, isRead: false)
            ?? snapshot.flag(key.name, hash: key.hash, at: { time.now })
    }

    /// Returns the value that a read would return, without counting it or running hooks.
    func peek<Value>(_ key: FlagKey<Value>, in snapshot: FlagSnapshot) -> Value {
        value(of: resolve(key, in: snapshot), key)
    }

    /// Returns the values of all flags that have one and haven't expired.
    func allFlags(in snapshot: FlagSnapshot) -> [String: FlagValue] {
        let table = snapshot.table
        var values: [String: FlagValue] = [:]
        values.reserveCapacity(table.count)
        for flag in table
        where !flag.value.isNull && expiry(of: flag.origin, in: snapshot) == nil {
            values[flag.key] = flag.value
        }
        for (name, value) in FlagScope.current?.allValues ?? [:] { values[name] = value.isNull ? nil : value }
        return values
    }

    /// Returns a value in the form for events and hooks.
    ///
    /// A structure can't be written, so its form is the value that it was read from.
    private func written<Value>(_ value: Value, _ key: FlagKey<Value>, _ resolution: Resolution<Value>?) -> FlagValue {
        let written = key.write(value)
        guard written.isNull, case .served(let flag, _, let target)? = resolution else { return written }
        return target == .value ? flag.value : flag.variantValue ?? .null
    }

    func value<Value>(of resolution: Resolution<Value>, _ key: FlagKey<Value>) -> Value {
        switch resolution {
        case .served(_, let value, _): value
        case .off(let value): value ?? key.defaultValue
        case .noValue, .failed, .mismatch, .expired, .missing: key.defaultValue
        }
    }

    // MARK: Looking up

    func resolve<Value>(
        _ key: FlagKey<Value>, in snapshot: FlagSnapshot, isRead: Bool = true
    ) -> Resolution<Value> {
        if let flag = FlagScope.current?.flag(key.name, for: router, isRead: isRead) { return resolve(key, flag) }
        let flag = snapshot.flag(key.name, hash: key.hash, at: { time.now })
        if let expiry = expiry(of: flag?.origin, in: snapshot) { return .expired(expiry) }
        return flag.map { resolve(key, $0) } ?? absence(key, in: snapshot)
    }

    private func resolve<Value>(_ key: FlagKey<Value>, _ flag: EvaluatedFlag) -> Resolution<Value> {
        if flag.value.isNull, flag.variantValue == nil {
            return flag.error.map { .failed(flag, $0) } ?? .noValue(flag, .value)
        }
        if !flag.value.isNull, let value = key.read(flag.value) { return .served(flag, value, .value) }
        guard let payload = flag.variantValue else { return flag.isAbsence ? .off(nil) : .mismatch(flag) }
        if payload.isNull { return .noValue(flag, .payload) }
        return key.read(payload).map { .served(flag, $0, .payload) } ?? .mismatch(flag)
    }

    /// Returns the time at which a flag, or the absence of a flag, expired, or `nil` if it's still valid.
    private func expiry(of origin: Origin?, in snapshot: FlagSnapshot) -> Instant? {
        guard snapshot.mayExpire, origin?.isForced != true, let flagSet = snapshot.published.state.flagSet else {
            return nil
        }
        let expiry = origin.map(flagSet.expiresAt) ?? flagSet.expiresAt
        return expiry.flatMap { time.now >= $0 ? $0 : nil }
    }

    private func absence<Value>(_ key: FlagKey<Value>, in snapshot: FlagSnapshot) -> Resolution<Value> {
        guard snapshot.hasFlags, let flagSet = snapshot.flagSet else {
            return .missing(
                snapshot.published.state.status == .fatal ? .providerFatal : snapshot.error?.code ?? .providerNotReady)
        }
        switch flagSet.absenceAnswer(about: key.name, hash: key.hash) {
        case .off: return .off(key.read(.bool(false)))
        case .failed(let error): return .missing(error.code)
        case .flag, .notFound: return .missing(.flagNotFound)
        }
    }

    // MARK: Recording

    /// Returns a Boolean value that indicates whether an evaluation must be delivered as a separate event.
    func wantsEvaluation(of flag: EvaluatedFlag?) -> Bool {
        pushesEveryEvaluation || flag?.reporting.contains(.each) == true
    }

    private func record<Value>(
        _ resolution: Resolution<Value>, _ key: FlagKey<Value>, in snapshot: FlagSnapshot, isDetailed: Bool = false
    ) {
        switch resolution {
        case .mismatch(let flag): router.note(Mismatch(flag, as: key))
        case .off: router.noteUnanswered(key.name, error: nil, in: snapshot)
        case .missing(let error): router.noteUnanswered(key.name, error: error, in: snapshot)
        case .served, .noValue, .failed, .expired: break
        }
        guard router.isEnabled else { return }
        let (flag, value, target, error): (EvaluatedFlag?, Value, Evaluation.ReadTarget, ErrorCode?) =
            switch resolution {
            case .served(let flag, let value, let target): (flag, value, target, nil)
            case .noValue(let flag, let target): (flag, key.defaultValue, target, nil)
            case .failed(let flag, let error): (flag, key.defaultValue, .value, error.code)
            case .mismatch(let flag): (flag, key.defaultValue, .value, .typeMismatch)
            case .off(let value): (nil, value ?? key.defaultValue, .value, nil)
            case .expired: (nil, key.defaultValue, .value, .providerNotReady)
            case .missing(let error): (nil, key.defaultValue, .value, error)
            }
        if reportsContexts { noteUse(of: flag, in: snapshot) }
        if let flag, error == nil {
            if target == .payload || !router.count(flag, in: snapshot) {
                router.countFirst(flag, target, key.defaultFlagValue, in: snapshot)
            }
        } else {
            router.countIrregular(key.name, flag, error: error, in: snapshot, defaultValue: key.defaultFlagValue)
        }
        guard wantsEvaluation(of: flag) else { return }
        router.push(
            Evaluation(
                flag: flag, key: key.name, value: written(value, key, resolution), defaultValue: key.defaultFlagValue,
                target: target,
                error: error, isDetailed: isDetailed, flags: snapshot.providerFlags,
                context: snapshot.servedContext,
                time: time.now))
    }

    // MARK: Explaining

    func details<Value>(
        _ resolution: Resolution<Value>, _ key: FlagKey<Value>, in snapshot: FlagSnapshot
    ) -> EvaluationDetails<Value> {
        switch resolution {
        case .served(let flag, let value, _):
            return details(flag, value, flag.reason, in: snapshot)
        case .noValue(let flag, _):
            // The source chose the caller's default value, and reports why. These three reasons don't explain the choice.
            let saysNothing = [.static, .unknown, .error].contains(flag.reason)
            return details(flag, key.defaultValue, saysNothing ? .default : flag.reason, in: snapshot)
        case .failed(let flag, let error):
            return EvaluationDetails(
                key: key.name, value: key.defaultValue, outcome: .failed(error), reason: .error, origin: .default,
                metadata: flag.metadata, version: flag.version)
        case .off(let value):
            return EvaluationDetails(
                key: key.name, value: value ?? key.defaultValue, outcome: .resolved(variant: nil), reason: .disabled,
                origin: .default, metadata: ["absent": true])
        case .mismatch(let flag):
            return failure(FlagError(Mismatch(flag, as: key)), key.name, key.defaultValue)
        case .expired(let moment):
            return failure(expired(moment, key.name), key.name, key.defaultValue)
        case .missing(let code):
            return failure(missing(code, key.name, in: snapshot.state), key.name, key.defaultValue)
        }
    }

    private func details<Value>(
        _ flag: EvaluatedFlag, _ value: Value, _ reason: EvaluationReason, in snapshot: FlagSnapshot
    ) -> EvaluationDetails<Value> {
        let flagSet = flag.origin.isForced ? nil : snapshot.published.state.flagSet
        let age = flagSet.map { time.now - $0.confirmedAt(for: flag.origin) }
        let previous = flagSet == nil ? nil : snapshot.previousContext
        return EvaluationDetails(
            key: flag.key, value: value, outcome: .resolved(variant: flag.variant),
            reason: previous == nil ? reason : .stale, origin: flag.origin, metadata: flag.metadata,
            version: flag.version, age: age, previousContext: previous)
    }

    private func failure<Value>(_ error: FlagError, _ key: String, _ value: Value) -> EvaluationDetails<Value> {
        EvaluationDetails(key: key, value: value, outcome: .failed(error), reason: .error, origin: .default)
    }

    private func expired(_ moment: Instant, _ key: String) -> FlagError {
        FlagError(
            .providerNotReady,
            "The stored flags of the provider '\(providerName)' expired at \(moment), and it hasn't responded since. "
                + "Wait for its response, or set a longer time to live.")
    }

    private func missing(_ code: ErrorCode, _ key: String, in state: FlagClient.State) -> FlagError {
        if case .failed(let error)? = state.flagSet?.absenceAnswer(about: key, hash: KeyHash.of(key)) {
            return FlagError(
                error.code, "The providers for the flag '\(key)' have no flags. \(error.message)",
                diagnostics: error.diagnostics)
        }
        if code == .flagNotFound {
            return FlagError(
                code, "The provider '\(providerName)' has no flag '\(key)'. Check the flag key, or create the flag.")
        }
        let why = state.error?.message ?? "Wait for the result of start(within:) or setContext(_:within:)."
        return FlagError(code, "The provider '\(providerName)' has no flags (\(state.status.rawValue)). \(why)")
    }
}
