// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The state machine of the clients of one start, which receives events and returns effects.
///
/// It's a pure value. It calls back each waiting caller exactly once.
package struct GroupMachine: Sendable {
    typealias WaiterID = Int

    /// The reason why a caller no longer waits.
    package enum Ending: Sendable, Hashable {
        /// Flags from the service have arrived for the newest user.
        case arrived
        /// The request is done or canceled, and there were no flags to wait for.
        case done
        /// The clients are offline.
        case offline
        /// The service has rejected further requests.
        case refused
        /// The clients were closed.
        case closed
        /// The timeout has passed, and the caller no longer waits.
        case timedOut
        /// Another identity has taken over.
        case overtaken
    }

    /// The effects of an event.
    struct Effects: Sendable {
        /// The change to all environments.
        ///
        /// The flags that an environment serves in the meantime depend on its stored flags.
        var change: ClientTransition?
        /// The only environment that goes offline.
        var stopped: String?
        /// The callers that no longer wait, with the reason.
        var settled: [(waiter: WaiterID, ending: Ending)] = []
        /// The delay after which ``GroupMachine/fired(_:)`` must be called.
        var pause: (number: Int, duration: Duration)?
    }

    /// A delayed request to go online.
    private struct Pending: Sendable {
        var number: Int
        var waiters: [WaiterID]
        /// A Boolean value that indicates whether the request only restores the mode before a change.
        ///
        /// Such a request also applies in the background.
        var isReturn: Bool
    }

    private struct Waiter: Sendable {
        var id: WaiterID
        /// A Boolean value that indicates whether the caller can't use the flags of another user.
        var isBoundToUser: Bool
    }

    private var names: Set<String>
    private(set) var context: EvaluationContext
    private(set) var isClosed = false
    /// A Boolean value that indicates whether the app has chosen to be online or offline.
    ///
    /// Until then, callers keep waiting.
    private var hasStarted = false
    /// A Boolean value that indicates whether the app is in the background and doesn't update flags there.
    var isAsleep = false
    private var wantsOnline = false
    /// The requested online mode before the start.
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

    /// Creates the state machine for environments.
    ///
    /// Environments without a usable key or address never go online.
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
    /// - Parameter isBoundToUser: A Boolean value that indicates whether the caller is notified if yet another user takes
    ///   over, and doesn't wait for that user's flags.
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

    /// Switches to other environments, which haven't requested flags yet.
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
        // Only the delay keeps the app offline, so the clients send waiting events.
        if pending != nil { effects.change = ClientTransition(isOnline: true, fetch: .stop) }
        cancelPending(&effects)
        settleAll(.closed, &effects)
        isClosed = true
        wantsOnline = false
        return effects
    }

    // MARK: News

    /// Handles the end of a delay.
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

    /// Handles up-to-date flags of an environment.
    mutating func arrived(_ name: String, for heard: EvaluationContext) -> Effects {
        var effects = Effects()
        guard heard == context, isOnline(name) else { return effects }
        arrived.insert(name)
        initialized.insert(name)
        settleIfOver(&effects)
        return effects
    }

    /// Handles a permanent rejection of an environment.
    mutating func refused(_ name: String, for heard: EvaluationContext) -> Effects {
        var effects = Effects()
        guard heard == context, isOnline(name) else { return effects }
        refused.insert(name)
        effects.stopped = name
        settleIfOver(&effects)
        return effects
    }

    /// Handles the timeout of a caller.
    mutating func timedOut(_ waiter: WaiterID) -> Effects {
        var effects = Effects()
        guard let index = waiting.firstIndex(where: { $0.id == waiter }) else { return effects }
        waiting.remove(at: index)
        effects.settled = [(waiter, .timedOut)]
        return effects
    }

    // MARK: Parts

    /// Goes online again, immediately or after a delay, if the app has requested it.
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
