// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// All decisions about the clients of one start: an event comes in, effects go out.
///
/// A pure value. Whoever waits is told exactly once, whatever happens.
struct FleetMachine: Sendable {
    typealias WaiterID = Int

    /// What is to be done after an event.
    struct Effects: Sendable {
        /// What all environments shall do.
        var request: DirectRequest?
        /// Who is told, and whether flags of the service are missing.
        var settled: [(waiter: WaiterID, isMissing: Bool)] = []
        /// When ``FleetMachine/fired(_:)`` is to be called.
        var pause: (number: Int, duration: Duration)?
    }

    /// Going online that has to wait.
    private struct Pending: Sendable {
        var number: Int
        var waiters: [WaiterID]
    }

    private let names: Set<String>
    private(set) var context: EvaluationContext
    private(set) var isClosed = false
    private var wantsOnline = false
    private var refused: Set<String>
    private let keyless: Set<String>
    /// Who has sent flags for the present context.
    private var arrived: Set<String> = []
    /// Who has sent flags since the start.
    private var initialized: Set<String> = []
    private var waiting: [WaiterID] = []
    private var pending: Pending?
    private var lastNumber = 0
    private var throttle = Throttle()

    /// Makes the decisions for some environments; those without a usable key or address never go online.
    init(_ names: Set<String>, keyless: Set<String>, context: EvaluationContext) {
        self.names = names
        self.keyless = keyless
        self.context = context
        refused = keyless
    }

    func isOnline(_ name: String) -> Bool { wantsOnline && !isClosed && !refused.contains(name) }

    func isInitialized(_ name: String) -> Bool { !isClosed && (!isOnline(name) || initialized.contains(name)) }

    // MARK: Requests of the app

    mutating func start(online: Bool, _ waiter: WaiterID?, at uptime: Duration, _ random: any RandomSource) -> Effects {
        var effects = Effects()
        let goesOnline = online && refused != names
        if goesOnline { _ = throttle.pause(at: uptime, random: random) }
        wantsOnline = goesOnline
        effects.request = DirectRequest(isOnline: goesOnline, cause: .start)
        if let waiter { wait(waiter, &effects) }
        return effects
    }

    /// Somebody else waits for the flags of the present context.
    mutating func join(_ waiter: WaiterID) -> Effects {
        var effects = Effects()
        wait(waiter, &effects)
        return effects
    }

    mutating func setOnline(
        _ isOnline: Bool, _ waiter: WaiterID, at uptime: Duration, _ random: any RandomSource
    ) -> Effects {
        var effects = Effects()
        if isClosed || (isOnline && (keyless == names || (wantsOnline && refused == keyless))) {
            effects.settled = [(waiter, false)]
        } else if !isOnline {
            cancelPending(&effects)
            settleAll(isMissing: true, &effects)
            wantsOnline = false
            effects.request = DirectRequest(isOnline: false, cause: .modeChanged)
            effects.settled.append((waiter, false))
        } else if let pause = throttle.pause(at: uptime, random: random) {
            putOff(pause, [waiter], &effects)
        } else {
            cancelPending(&effects)
            goOnline(&effects)
            effects.settled.append((waiter, false))
        }
        return effects
    }

    mutating func identify(
        _ new: EvaluationContext, _ waiter: WaiterID, at uptime: Duration, _ random: any RandomSource
    ) -> Effects {
        var effects = Effects()
        if isClosed {
            effects.settled = [(waiter, true)]
            return effects
        }
        if new == context {
            effects.request = DirectRequest(identifies: true)
            wait(waiter, &effects)
            return effects
        }
        context = new
        arrived = []
        effects.request = DirectRequest(context: new, isOnline: false, clearsFlags: true, cause: .modeChanged)
        if wantsOnline || pending != nil {
            if let pause = throttle.pause(at: uptime, random: random) {
                wantsOnline = false
                putOff(pause, [], &effects)
            } else {
                cancelPending(&effects)
                wantsOnline = true
                refused = keyless
                effects.request?.isOnline = true
            }
        }
        wait(waiter, &effects)
        return effects
    }

    mutating func close() -> Effects {
        var effects = Effects()
        cancelPending(&effects)
        settleAll(isMissing: true, &effects)
        isClosed = true
        wantsOnline = false
        return effects
    }

    // MARK: News

    /// A pause is over.
    mutating func fired(_ number: Int) -> Effects {
        var effects = Effects()
        guard pending?.number == number else { return effects }
        cancelPending(&effects)
        goOnline(&effects)
        return effects
    }

    /// An environment has right flags.
    mutating func arrived(_ name: String, for heard: EvaluationContext) -> Effects {
        var effects = Effects()
        guard heard == context, isOnline(name) else { return effects }
        arrived.insert(name)
        initialized.insert(name)
        settleIfOver(&effects)
        return effects
    }

    /// An environment will not be asked any more.
    mutating func refused(_ name: String, for heard: EvaluationContext) -> Effects {
        var effects = Effects()
        guard heard == context, isOnline(name) else { return effects }
        refused.insert(name)
        settleIfOver(&effects)
        return effects
    }

    /// Somebody has waited long enough.
    mutating func timedOut(_ waiter: WaiterID) -> Effects {
        var effects = Effects()
        guard let index = waiting.firstIndex(of: waiter) else { return effects }
        waiting.remove(at: index)
        effects.settled = [(waiter, true)]
        return effects
    }

    // MARK: Parts

    private mutating func goOnline(_ effects: inout Effects) {
        wantsOnline = true
        refused = keyless
        effects.request = DirectRequest(isOnline: true, cause: .modeChanged)
    }

    private mutating func putOff(_ pause: Duration, _ waiters: [WaiterID], _ effects: inout Effects) {
        lastNumber += 1
        pending = Pending(number: lastNumber, waiters: (pending?.waiters ?? []) + waiters)
        effects.pause = (lastNumber, pause)
    }

    private mutating func cancelPending(_ effects: inout Effects) {
        effects.settled += (pending?.waiters ?? []).map { ($0, false) }
        pending = nil
    }

    private mutating func wait(_ waiter: WaiterID, _ effects: inout Effects) {
        waiting.append(waiter)
        if isClosed || (!wantsOnline && pending == nil) {
            settleAll(isMissing: true, &effects)
        } else {
            settleIfOver(&effects)
        }
    }

    private mutating func settleIfOver(_ effects: inout Effects) {
        guard arrived.union(refused).isSuperset(of: names) else { return }
        settleAll(isMissing: !arrived.isSuperset(of: names), &effects)
    }

    private mutating func settleAll(isMissing: Bool, _ effects: inout Effects) {
        effects.settled += waiting.map { ($0, isMissing) }
        waiting = []
    }
}
