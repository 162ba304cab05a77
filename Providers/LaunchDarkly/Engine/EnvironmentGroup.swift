// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch
import Halyard
import HalyardLaunchDarkly
import HalyardSupport
import HalyardTransport

/// All clients of one start: they share the user, and go online and offline together.
///
/// Calls change the state, and what reads see, under a lock, so the change is in effect when they return, whatever
/// other threads do meanwhile.
package final class EnvironmentGroup: Sendable {
    package typealias Completion = @Sendable (GroupMachine.Ending) -> Void
    private typealias Change = @Sendable (inout GroupMachine, GroupMachine.WaiterID) -> GroupMachine.Effects

    private struct State {
        var config: any ClientConfiguration
        var machine: GroupMachine
        var identity: any ClientIdentity
        var environments: [String: Environment] = [:]
        /// Distinguishes the environments of one configuration from those of the previous one.
        var generation = 0
        /// The providers of earlier configurations that may have events to send, with the tasks that end their clients.
        var leftovers: [Leftover] = []
        /// Whether those providers must not send, because the clients last went offline.
        var holdsLeftoversBack = false
        /// Follows the network.
        var watch: Task<Void, Never>?
        var lastWaiter = 0
        var completions: [GroupMachine.WaiterID: Completion] = [:]
    }

    private struct Leftover: Sendable {
        let provider: LaunchDarklyProvider
        let end: Task<Void, Never>
    }

    /// A completion that ignores the ending.
    package static func completion(_ body: (@Sendable () -> Void)?) -> Completion? {
        guard let body else { return nil }
        return { _ in body() }
    }

    private let surroundings: LDSurroundings
    private let state: Lock<State>
    /// Calls completions in order, outside the app's threads and the cooperative pool.
    private let queue = DispatchQueue(label: "halyard.ld-client")

    /// Makes the clients; reads what is kept for the user, for a bounded time.
    init(
        _ config: any ClientConfiguration, _ identity: any ClientIdentity, _ surroundings: LDSurroundings
    ) {
        self.surroundings = surroundings
        let context = identity.neutralContext
        let machine = GroupMachine(config.environmentNames, keyless: config.keylessEnvironments, context: context)
        state = Lock(State(config: config, machine: machine, identity: identity))
        let made = makeEnvironments(config, context, generation: 0, observers: [:])
        state.withLock { $0.environments = made }
        for environment in made.values { environment.attach() }
        follow()
    }

    /// Checks the modes again when the network comes or goes, until the clients are closed.
    private func follow() {
        guard let reachability = surroundings.reachability else { return }
        let watch = Task { [weak self] in
            for await _ in reachability.changes {
                guard let self else { return }
                for environment in self.all { environment.observers.take(self.mode(of: environment)) }
            }
        }
        state.withLock { $0.watch = watch }
    }

    private func makeEnvironments(
        _ config: any ClientConfiguration, _ context: EvaluationContext, generation: Int, observers: [String: Observers]
    ) -> [String: Environment] {
        let made = config.mobileKeys.map { name, key in
            let listener = LaunchDarklyListener(
                heard: { [weak self] news, context in self?.heard(news, context, from: name, generation) },
                connectionChanged: { [weak self] in self?.connectionChanged($0, of: name, generation) },
                delivered: { [weak self] in self?.delivered($0, by: name, generation) })
            return Environment(
                name, key: key, config, context: context, observers: observers[name] ?? Observers(),
                surroundings,
                listener: listener)
        }
        let kept = read { made.map { $0.kept(for: context) } }
        for (environment, kept) in zip(made, kept ?? []) { environment.resume(kept) }
        return Dictionary(uniqueKeysWithValues: made.map { ($0.name, $0) })
    }

    /// Reads from the disk while this thread waits, for a bounded time.
    private func read<Result: Sendable>(_ work: @escaping @Sendable () -> Result) -> Result? {
        VendorIdentifier.prepare()
        return Patience.await(surroundings.patience, work)
    }

    package func environment(_ name: String) -> Environment? { state.withLock { $0.environments[name] } }

    private func environment(_ name: String, _ generation: Int) -> Environment? {
        state.withLock { $0.generation == generation ? $0.environments[name] : nil }
    }

    private var all: [Environment] { state.withLock { Array($0.environments.values) } }

    // MARK: State

    package var isClosed: Bool { state.withLock { $0.machine.isClosed } }

    /// The identity that flags are for.
    package var identity: any ClientIdentity { state.withLock { $0.identity } }

    package var config: any ClientConfiguration { state.withLock { $0.config } }

    package func isOnline(_ name: String) -> Bool { state.withLock { $0.machine.isOnline(name) } }

    package func isInitialized(_ name: String) -> Bool { state.withLock { $0.machine.isInitialized(name) } }

    package func mode(of environment: Environment) -> ConnectionInformation.ConnectionMode {
        guard surroundings.reachability?.isReachable ?? true, isOnline(environment.name),
            let mode = environment.provider?.connection.mode
        else { return .offline }
        // A run that has not begun yet.
        if mode == .offline, environment.client.state.mode == .online { return environment.firstMode }
        return mode
    }

    // MARK: Calls

    func start(within limit: Duration?, _ completion: Completion?) {
        let isOnline = config.common.startOnline
        perform(completion, within: limit) { [surroundings] machine, waiter in
            machine.start(online: isOnline, waiter, at: surroundings.time.uptime, surroundings.random)
        }
    }

    func join(within limit: Duration?, _ completion: Completion?) {
        guard completion != nil else { return }
        perform(completion, within: limit) { machine, waiter in machine.join(waiter) }
    }

    package func setOnline(_ isOnline: Bool, _ completion: Completion?) {
        perform(completion) { [surroundings] machine, waiter in
            machine.setOnline(isOnline, waiter, at: surroundings.time.uptime, surroundings.random)
        }
    }

    package func identify(_ identity: any ClientIdentity, _ completion: Completion?) {
        identify(identity, .yes, newWaiter(), isBound: false, within: nil, completion)
    }

    /// Switches to another identity; a waiting caller receives `overtaken` when yet another one takes over.
    package func identify(
        _ identity: any ClientIdentity, within limit: Duration?, _ cache: IdentifyCacheUsage = .yes,
        _ completion: @escaping Completion
    ) {
        identify(identity, cache, newWaiter(), isBound: true, within: limit, completion)
    }

    /// Switches to another identity, and waits until the task is cancelled at the latest.
    package func identify(
        _ identity: any ClientIdentity, within limit: Duration?, _ cache: IdentifyCacheUsage = .yes
    ) async -> GroupMachine.Ending {
        let waiter = newWaiter()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                identify(identity, cache, waiter, isBound: true, within: limit) { continuation.resume(returning: $0) }
                if Task.isCancelled { giveUp(waiter) }
            }
        } onCancel: {
            giveUp(waiter)
        }
    }

    /// Reads stored flags on the caller's thread, even for a task, because the last call must decide the identity.
    private func identify(
        _ identity: any ClientIdentity, _ cache: IdentifyCacheUsage, _ waiter: GroupMachine.WaiterID, isBound: Bool,
        within limit: Duration?, _ completion: Completion?
    ) {
        let context = identity.neutralContext
        let environments = all
        for environment in environments { environment.useCache(cache != .no, for: context) }
        let kept =
            cache == .no
            ? nil : read { environments.map { $0.kept(for: context).flags } }
        let flags = zip(environments, kept ?? []).reduce(into: [:]) { $0[$1.0.name] = $1.1 }
        perform(completion, as: waiter, within: limit, identity: identity, kept: flags, cache) {
            [surroundings] machine, waiter in
            machine.identify(
                context, waiter, isBoundToUser: isBound, at: surroundings.time.uptime, surroundings.random)
        }
    }

    private func giveUp(_ waiter: GroupMachine.WaiterID) { perform(nil) { machine, _ in machine.timedOut(waiter) } }

    package func flush() { for environment in all { Task { await environment.client.flush() } } }

    /// Ends all clients; waiting events are sent, for a bounded time.
    package func close() {
        perform(nil) { machine, _ in machine.close() }
        state.withLock { $0.watch }?.cancel()
        for environment in all {
            environment.observers.removeAll()
            Task { await environment.end() }
        }
    }

    // MARK: Another configuration

    /// Switches to another configuration: the client of every environment is replaced; user and observers stay.
    package func reconfigure(_ config: any ClientConfiguration) {
        let (generation, context, observers) = state.withLock { state in
            state.generation += 1
            return (state.generation, state.machine.context, state.environments.mapValues(\.observers))
        }
        let made = makeEnvironments(config, context, generation: generation, observers: observers)
        let before = state.withLock { state -> [Environment] in
            // A later call has superseded this one.
            guard state.generation == generation, !state.machine.isClosed else { return [] }
            defer { (state.environments, state.config) = (made, config) }
            for environment in made.values { environment.attach() }
            return Array(state.environments.values)
        }
        if before.isEmpty { return }
        perform(nil) { [surroundings] machine, _ in
            machine.reconfigure(
                config.environmentNames, keyless: config.keylessEnvironments, at: surroundings.time.uptime,
                surroundings.random)
        }
        for environment in before {
            if made[environment.name] == nil { environment.observers.removeAll() }
            // It stops sending requests now, because the clients could go offline before it has ended.
            environment.begin(ClientChange(asking: .stop), in: environment.client.lifecyclePhase)()
            let end = Task { await environment.end() }
            if let provider = environment.provider { leave(Leftover(provider: provider, end: end)) }
        }
        directLeftovers()
    }

    /// Keeps a provider that may have events to send while the network may be used; only the last ten are kept.
    private func leave(_ leftover: Leftover) {
        state.withLock { state in
            state.leftovers.append(leftover)
            state.leftovers.removeFirst(max(0, state.leftovers.count - 10))
        }
    }

    /// Lets the providers of earlier configurations send their events, or holds them back while the clients are
    /// offline.
    private func directLeftovers() {
        let (leftovers, isOffline) = state.withLock { ($0.leftovers, $0.holdsLeftoversBack) }
        for leftover in leftovers {
            leftover.provider.holdBack(isOffline)
            if isOffline { continue }
            Task {
                await leftover.end.value
                guard await leftover.provider.sendWhatIsLeft() else { return }
                state.withLock { state in state.leftovers.removeAll { $0.provider === leftover.provider } }
            }
        }
    }

    // MARK: News

    private func heard(_ news: LaunchDarklyNews, _ context: EvaluationContext, from name: String, _ generation: Int) {
        guard let environment = environment(name, generation), !isClosed else { return }
        switch news {
        case .changed, .unchanged:
            environment.observers.look()
            if news == .unchanged { environment.observers.unchanged() }
            perform(nil, of: generation) { machine, _ in machine.arrived(name, for: context) }
        case .failed(let failure): environment.observers.failed(.init(failure))
        case .refused(let failure):
            environment.observers.failed(.init(failure))
            perform(nil, of: generation) { machine, _ in machine.refused(name, for: context) }
        }
    }

    private func connectionChanged(_ connection: LaunchDarklyConnection, of name: String, _ generation: Int) {
        guard let environment = environment(name, generation) else { return }
        environment.memory?.keep(connection)
        environment.observers.take(mode(of: environment))
    }

    /// A mobile key that is refused for events is refused for flags, too.
    private func delivered(_ delivery: Delivery, by name: String, _ generation: Int) {
        guard case .dropped(let head) = delivery, head.status == 401,
            let environment = environment(name, generation), !isClosed
        else { return }
        environment.observers.failed(.unauthorized)
        perform(nil, of: generation) { machine, _ in machine.refused(name, for: machine.context) }
    }

    // MARK: Carrying out

    private func newWaiter() -> GroupMachine.WaiterID {
        state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
    }

    /// Changes the state and carries out the effects; does nothing for the environments of an earlier configuration.
    private func perform(
        _ completion: Completion?, as known: GroupMachine.WaiterID? = nil, within limit: Duration? = nil,
        of generation: Int? = nil, identity: (any ClientIdentity)? = nil, kept: [String: FlagSnapshot] = [:],
        _ cache: IdentifyCacheUsage = .yes,
        _ change: Change
    ) {
        let waiter = known ?? newWaiter()
        let isInBackground = surroundings.isInBackground
        let phase = surroundings.lifecycle?.phase ?? .foreground
        var rest: [@Sendable () -> Void] = []
        var completed: [(Completion, GroupMachine.Ending)] = []
        let effects = state.withLock { state in
            if let generation, generation != state.generation { return GroupMachine.Effects() }
            state.completions[waiter] = completion
            state.identity = identity ?? state.identity
            state.machine.isAsleep = isInBackground && !state.config.common.enableBackgroundUpdates
            let effects = change(&state.machine, waiter)
            if let change = effects.change {
                if let isOnline = change.isOnline { state.holdsLeftoversBack = !isOnline }
                for (name, environment) in state.environments {
                    var change = change
                    change.serving = environment.serving(for: change.context, kept[name], cache)
                    rest.append(environment.begin(change, in: phase))
                }
            }
            if let name = effects.stopped, let environment = state.environments[name] {
                rest.append(
                    environment.begin(ClientChange(isOnline: false, asking: .again(.modeChanged)), in: phase))
            }
            for (waiter, ending) in effects.settled {
                guard let completion = state.completions.removeValue(forKey: waiter) else { continue }
                completed.append((completion, ending))
            }
            return effects
        }
        for step in rest { step() }
        if effects.change?.isOnline != nil { directLeftovers() }
        for (completion, ending) in completed { queue.async { completion(ending) } }
        if effects.change != nil || effects.stopped != nil {
            for environment in all { environment.observers.take(mode(of: environment)) }
        }
        if let pause = effects.pause {
            later(pause.duration) { group in group.perform(nil) { machine, _ in machine.fired(pause.number) } }
        }
        if let limit, state.withLock({ $0.completions[waiter] != nil }) { later(limit) { $0.giveUp(waiter) } }
    }

    private func later(_ duration: Duration, _ body: @escaping @Sendable (EnvironmentGroup) -> Void) {
        Task { [weak self, time = surroundings.time] in
            guard (try? await time.sleep(for: duration)) != nil, let self else { return }
            body(self)
        }
    }
}
