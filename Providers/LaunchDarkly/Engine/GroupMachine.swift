// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// All decisions about the clients of one start: an event comes in, effects go out.
///
/// A pure value. Each waiting caller is called back exactly once, whatever happens.
package struct GroupMachine: Sendable {
    typealias WaiterID = Int

    /// Why a caller no longer waits.
    package enum Ending: Sendable, Hashable {
        /// Flags from the service are in place for the newest user.
        case arrived
        /// The request is done, or was cancelled; there were no flags to wait for.
        case done
        /// The clients are offline.
        case offline
        /// The service has refused further requests.
        case refused
        /// The clients were closed.
        case closed
        /// The time is over, and the caller no longer waits.
        case timedOut
        /// Another identity has taken over.
        case overtaken
    }

    /// What must be done after an event.
    struct Effects: Sendable {
        /// The change to all environments; what they serve meanwhile depends on what each has stored.
        var change: ClientTransition?
        /// The environment that goes offline alone.
        var stopped: String?
        /// The callers that no longer wait, and why.
        var settled: [(waiter: WaiterID, ending: Ending)] = []
        /// When ``GroupMachine/fired(_:)`` must be called.
        var pause: (number: Int, duration: Duration)?
    }

    /// A delayed request to go online.
    private struct Pending: Sendable {
        var number: Int
        var waiters: [WaiterID]
        /// True if it only restores the mode from before a change, so that it also counts in the background.
        var isReturn: Bool
    }

    private struct Waiter: Sendable {
        var id: WaiterID
        /// Whether the flags of another user are of no use.
        var isBoundToUser: Bool
    }

    private var names: Set<String>
    private(set) var context: EvaluationContext
    private(set) var isClosed = false
    /// Whether the app has chosen to be online or offline; until then callers keep waiting.
    private var hasStarted = false
    /// Whether the app is in the background, and flags are not kept up to date there.
    var isAsleep = false
    private var wantsOnline = false
    /// Whether to be online, as requested before the start.
    private var requestedBeforeStart: Bool?
    private var refused: Set<String>
    private var keyless: Set<String>
    /// The environments that have flags for the current context.
    private var arrived: Set<String> = []
    /// The environments that have received flags since the start.
    private var initialized: Set<String> = []
    private var waiting: [Waiter] = []
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

    func isOnline(_ name: String) -> Bool {
        wantsOnline && !isClosed && names.contains(name) && !refused.contains(name)
    }

    func isInitialized(_ name: String) -> Bool {
        !isClosed && names.contains(name) && (!isOnline(name) || initialized.contains(name))
    }

    // MARK: Requests of the app

    mutating func start(online: Bool, _ waiter: WaiterID, at uptime: Duration, _ random: any RandomSource) -> Effects {
        var effects = Effects()
        if isClosed {
            effects.settled = [(waiter, .closed)]
            return effects
        }
        hasStarted = true
        let goesOnline = (requestedBeforeStart ?? online) && refused != names
        if goesOnline { _ = throttle.pause(at: uptime, random: random) }
        wantsOnline = goesOnline
        effects.change = ClientTransition(isOnline: goesOnline, fetch: .restart(.start))
        wait(waiter, &effects)
        return effects
    }

    /// Adds a caller that waits for the flags of the current context.
    mutating func join(_ waiter: WaiterID) -> Effects {
        var effects = Effects()
        wait(waiter, &effects)
        return effects
    }

    mutating func setOnline(
        _ isOnline: Bool, _ waiter: WaiterID, at uptime: Duration, _ random: any RandomSource
    ) -> Effects {
        var effects = Effects()
        if isClosed || (isOnline && keyless == names) {
            effects.settled = [(waiter, isClosed ? .closed : .done)]
        } else if !hasStarted {
            requestedBeforeStart = isOnline
            effects.settled = [(waiter, .done)]
        } else if !isOnline || isAsleep {
            goOffline(&effects)
            effects.settled.append((waiter, .done))
        } else if wantsOnline && refused == keyless {
            effects.settled = [(waiter, .done)]
        } else if let pause = throttle.pause(at: uptime, random: random) {
            putOff(pause, [waiter], isReturn: false, &effects)
        } else {
            cancelPending(&effects)
            goOnline(&effects)
            effects.settled.append((waiter, .done))
        }
        return effects
    }

    /// Switches to another user.
    ///
    /// - Parameter isBoundToUser: Whether the caller is notified when yet another user has taken over, and does not
    ///   wait for that user's flags.
    mutating func identify(
        _ new: EvaluationContext, _ waiter: WaiterID, isBoundToUser: Bool = false, at uptime: Duration,
        _ random: any RandomSource
    ) -> Effects {
        var effects = Effects()
        if isClosed {
            effects.settled = [(waiter, .closed)]
            return effects
        }
        if new == context {
            effects.change = ClientTransition(context: new)
            wait(waiter, isBoundToUser: isBoundToUser, &effects)
            return effects
        }
        context = new
        arrived = []
        effects.settled += waiting.filter(\.isBoundToUser).map { ($0.id, .overtaken) }
        waiting.removeAll(where: \.isBoundToUser)
        effects.change = ClientTransition(context: new, isOnline: false, fetch: .restart(.modeChanged))
        returnOnline(at: uptime, random, &effects)
        wait(waiter, isBoundToUser: isBoundToUser, &effects)
        return effects
    }

    /// Switches to other environments, none of which has requested flags yet.
    mutating func reconfigure(
        _ newNames: Set<String>, keyless newKeyless: Set<String>, at uptime: Duration, _ random: any RandomSource
    ) -> Effects {
        var effects = Effects()
        if isClosed { return effects }
        (names, keyless, refused) = (newNames, newKeyless, newKeyless)
        (arrived, initialized) = ([], [])
        effects.change = ClientTransition(context: context, isOnline: false, fetch: .restart(.start))
        returnOnline(at: uptime, random, &effects)
        settleIfOver(&effects)
        return effects
    }

    mutating func close() -> Effects {
        var effects = Effects()
        // Only the pause keeps the app offline, so waiting events are sent.
        if pending != nil { effects.change = ClientTransition(isOnline: true, fetch: .stop) }
        cancelPending(&effects)
        settleAll(.closed, &effects)
        isClosed = true
        wantsOnline = false
        return effects
    }

    // MARK: News

    /// Handles the end of a pause.
    mutating func fired(_ number: Int) -> Effects {
        var effects = Effects()
        guard let pending, pending.number == number else { return effects }
        if isAsleep && !pending.isReturn {
            goOffline(&effects)
        } else {
            cancelPending(&effects)
            goOnline(&effects)
        }
        return effects
    }

    /// Handles that an environment has up-to-date flags.
    mutating func arrived(_ name: String, for heard: EvaluationContext) -> Effects {
        var effects = Effects()
        guard heard == context, isOnline(name) else { return effects }
        arrived.insert(name)
        initialized.insert(name)
        settleIfOver(&effects)
        return effects
    }

    /// Handles that an environment was refused for good.
    mutating func refused(_ name: String, for heard: EvaluationContext) -> Effects {
        var effects = Effects()
        guard heard == context, isOnline(name) else { return effects }
        refused.insert(name)
        effects.stopped = name
        settleIfOver(&effects)
        return effects
    }

    /// Handles that a caller has waited long enough.
    mutating func timedOut(_ waiter: WaiterID) -> Effects {
        var effects = Effects()
        guard let index = waiting.firstIndex(where: { $0.id == waiter }) else { return effects }
        waiting.remove(at: index)
        effects.settled = [(waiter, .timedOut)]
        return effects
    }

    // MARK: Parts

    /// Goes online again, now or after a pause, if the app wants that.
    private mutating func returnOnline(at uptime: Duration, _ random: any RandomSource, _ effects: inout Effects) {
        guard wantsOnline || pending != nil else { return }
        if let pause = throttle.pause(at: uptime, random: random) {
            wantsOnline = false
            putOff(pause, [], isReturn: pending?.isReturn ?? true, &effects)
        } else {
            cancelPending(&effects)
            wantsOnline = true
            refused = keyless
            effects.change?.isOnline = true
        }
    }

    private mutating func goOnline(_ effects: inout Effects) {
        wantsOnline = true
        refused = keyless
        effects.change = ClientTransition(isOnline: true, fetch: .restart(.modeChanged))
    }

    private mutating func goOffline(_ effects: inout Effects) {
        cancelPending(&effects)
        settleAll(.offline, &effects)
        wantsOnline = false
        effects.change = ClientTransition(isOnline: false, fetch: .restart(.modeChanged))
    }

    private mutating func putOff(
        _ pause: Duration, _ waiters: [WaiterID], isReturn: Bool, _ effects: inout Effects
    ) {
        lastNumber += 1
        pending = Pending(number: lastNumber, waiters: (pending?.waiters ?? []) + waiters, isReturn: isReturn)
        effects.pause = (lastNumber, pause)
    }

    private mutating func cancelPending(_ effects: inout Effects) {
        effects.settled += (pending?.waiters ?? []).map { ($0, .done) }
        pending = nil
    }

    private mutating func wait(_ waiter: WaiterID, isBoundToUser: Bool = false, _ effects: inout Effects) {
        waiting.append(Waiter(id: waiter, isBoundToUser: isBoundToUser))
        if isClosed || (hasStarted && (isAsleep || (!wantsOnline && pending == nil))) {
            settleAll(isClosed ? .closed : .offline, &effects)
        } else {
            settleIfOver(&effects)
        }
    }

    private mutating func settleIfOver(_ effects: inout Effects) {
        guard hasStarted, wantsOnline || pending == nil, arrived.union(refused).isSuperset(of: names) else { return }
        settleAll(arrived.isSuperset(of: names) ? .arrived : .refused, &effects)
    }

    private mutating func settleAll(_ ending: Ending, _ effects: inout Effects) {
        effects.settled += waiting.map { ($0.id, ending) }
        waiting = []
    }
}
