// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch
import Halyard
import HalyardLaunchDarkly
import HalyardSupport
import HalyardTransport

/// All clients of one start, which share the user, and go online and offline together.
///
/// Calls change the state and the flags that readers see under a lock. So the change has taken effect when they return.
package final class EnvironmentGroup: Sendable {
    package typealias Completion = @Sendable (GroupMachine.Ending) -> Void
    private typealias Change = @Sendable (inout GroupMachine, GroupMachine.WaiterID) -> GroupMachine.Effects

    private struct State {
        var config: any ClientConfiguration
        var machine: GroupMachine
        var identity: any ClientIdentity
        var environments: [String: Environment] = [:]
        var lastEnvironment = 0
        /// Environments of earlier configurations that haven't ended yet.
        var ending: [Environment] = []
        /// A task that follows the network.
        var watch: Task<Void, Never>?
        var lastWaiter = 0
        var completions: [GroupMachine.WaiterID: Completion] = [:]
    }

    /// Returns a completion that ignores the ending.
    package static func completion(_ body: (@Sendable () -> Void)?) -> Completion? {
        guard let body else { return nil }
        return { _ in body() }
    }

    private let dependencies: LDClientDependencies
    private let state: Lock<State>
    /// Calls completions in order, outside the app's threads and the cooperative pool.
    private let queue = DispatchQueue(label: "halyard.ld-client")

    /// Creates the clients, and reads stored data for the user for a limited time.
    init(
        _ config: any ClientConfiguration, _ identity: any ClientIdentity, _ dependencies: LDClientDependencies
    ) {
        self.dependencies = dependencies
        let context = identity.neutralContext
        let machine = GroupMachine(config.environmentNames, keyless: config.keylessEnvironments, context: context)
        state = Lock(State(config: config, machine: machine, identity: identity))
        let made = makeEnvironments(config, context, observers: [:])
        state.withLock { $0.environments = made }
        for environment in made.values { environment.attach() }
        follow()
    }

    /// Updates the connection modes when reachability changes, until the clients are closed.
    private func follow() {
        guard let reachability = dependencies.reachability else { return }
        let watch = Task { [weak self] in
            for await _ in reachability.changes {
                guard let self else { return }
                for environment in self.all { environment.observers.receive(self.mode(of: environment)) }
            }
        }
        state.withLock { $0.watch = watch }
    }

    private func makeEnvironments(
        _ config: any ClientConfiguration, _ context: EvaluationContext, observers: [String: Observers]
    ) -> [String: Environment] {
        let made = config.mobileKeys.map { name, key in
            let number = state.withLock { state in
                state.lastEnvironment += 1
                return state.lastEnvironment
            }
            let listener = LaunchDarklyListener(
                heard: { [weak self] news, context in self?.heard(news, context, from: name, number) },
                connectionChanged: { [weak self] in self?.connectionChanged($0, of: name, number) },
                delivered: { [weak self] in self?.delivered($0, by: name, number) })
            return Environment(
                name, number: number, key: key, config, context: context, observers: observers[name] ?? Observers(),
                dependencies,
                listener: listener)
        }
        let kept = read { made.map { $0.kept(for: context) } }
        for (environment, kept) in zip(made, kept ?? []) { environment.resume(kept) }
        return Dictionary(uniqueKeysWithValues: made.map { ($0.name, $0) })
    }

    /// Reads from disk for a limited time, while this thread waits.
    private func read<Result: Sendable>(_ work: @escaping @Sendable () -> Result) -> Result? {
        VendorIdentifier.prepare()
        return Patience.await(dependencies.patience, work)
    }

    package func environment(_ name: String) -> Environment? { state.withLock { $0.environments[name] } }

    /// Returns the environment with a number, or `nil` if another configuration has replaced it.
    private func environment(_ name: String, _ number: Int) -> Environment? {
        environment(name).flatMap { $0.number == number ? $0 : nil }
    }

    private var all: [Environment] { state.withLock { Array($0.environments.values) } }

    // MARK: State

    package var isClosed: Bool { state.withLock { $0.machine.isClosed } }

    /// The current user or context.
    package var identity: any ClientIdentity { state.withLock { $0.identity } }

    package var config: any ClientConfiguration { state.withLock { $0.config } }

    package func isOnline(_ name: String) -> Bool { state.withLock { $0.machine.isOnline(name) } }

    package func isInitialized(_ name: String) -> Bool { state.withLock { $0.machine.isInitialized(name) } }

    package func mode(of environment: Environment) -> ConnectionInformation.ConnectionMode {
        guard dependencies.reachability?.isReachable ?? true, isOnline(environment.name),
            let mode = environment.provider?.connection.mode
        else { return .offline }
        // The run hasn't begun yet.
        if mode == .offline, environment.client.state.mode == .online { return environment.firstMode }
        return mode
    }

    // MARK: Calls

    func start(within limit: Duration?, _ completion: Completion?) {
        let (config, identity) = state.withLock { ($0.config, $0.identity) }
        // Runs a series for each environment, as LaunchDarkly's client does.
        let series = config.environmentNames.compactMap { _ in config.beginIdentifySeries(identity, method: "init") }
        let isOnline = config.common.startOnline
        perform(completion, within: limit) { [dependencies] machine, waiter in
            machine.start(online: isOnline, waiter, at: dependencies.time.uptime, dependencies.random)
        }
        if series.isEmpty { return }
        // The series doesn't end at the time limit of the completion, because the attempt continues.
        join(within: nil) { ending in
            for end in series { end(IdentifyResult(ending)) }
        }
    }

    func join(within limit: Duration?, _ completion: Completion?) {
        guard completion != nil else { return }
        perform(completion, within: limit) { machine, waiter in machine.join(waiter) }
    }

    package func setOnline(_ isOnline: Bool, _ completion: Completion?) {
        perform(completion) { [dependencies] machine, waiter in
            machine.setOnline(isOnline, waiter, at: dependencies.time.uptime, dependencies.random)
        }
    }

    package func identify(_ identity: any ClientIdentity, _ completion: Completion?) {
        identify(identity, .yes, newWaiter(), isBound: false, within: nil, completion)
    }

    /// Switches to another identity.
    ///
    /// If yet another identity takes over, the completion receives `overtaken`.
    package func identify(
        _ identity: any ClientIdentity, within limit: Duration?, _ cache: IdentifyCacheUsage = .yes,
        _ completion: @escaping Completion
    ) {
        identify(identity, cache, newWaiter(), isBound: true, within: limit, completion)
    }

    /// Switches to another identity, and waits for the result or until the task is canceled.
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

    /// Reads stored flags on the caller's thread, even for a task, because the last call must determine the identity.
    private func identify(
        _ identity: any ClientIdentity, _ cache: IdentifyCacheUsage, _ waiter: GroupMachine.WaiterID, isBound: Bool,
        within limit: Duration?, _ completion: Completion?
    ) {
        let end = config.beginIdentifySeries(identity, method: "identify")
        let completion =
            end.map { end -> Completion in
                { ending in
                    completion?(ending)
                    end(IdentifyResult(ending))
                }
            } ?? completion
        let context = identity.neutralContext
        let environments = all
        for environment in environments { environment.useCache(cache != .no, for: context) }
        let kept =
            cache == .no
            ? nil : read { environments.map { $0.kept(for: context).flags } }
        let flags = zip(environments, kept ?? []).reduce(into: [:]) { $0[$1.0.name] = $1.1 }
        perform(completion, as: waiter, within: limit, identity: identity, kept: flags, cache) {
            [dependencies] machine, waiter in
            machine.identify(
                context, waiter, isBoundToUser: isBound, at: dependencies.time.uptime, dependencies.random)
        }
    }

    private func giveUp(_ waiter: GroupMachine.WaiterID) { perform(nil) { machine, _ in machine.timedOut(waiter) } }

    package func flush() { for environment in all { Task { await environment.client.flush() } } }

    /// Sends the waiting events of all environments, and reports whether LaunchDarkly has accepted them.
    ///
    /// - Parameter completion: Called in a task.
    package func deliver(_ completion: @escaping @Sendable (Bool) -> Void) {
        let environments = all
        // Read it now, because a later change of the mode doesn't stop the delivery.
        let areOnline = environments.allSatisfy { isOnline($0.name) }
        Task {
            let areDelivered = await withTaskGroup { group in
                for environment in environments { group.addTask { await environment.deliver() } }
                return await group.reduce(true) { $0 && $1 }
            }
            completion(areOnline && areDelivered)
        }
    }

    /// Closes all clients, which send waiting events for a limited time and then store the rest.
    package func close() {
        perform(nil) { machine, _ in machine.close() }
        let (watch, earlier) = state.withLock { ($0.watch, $0.ending) }
        watch?.cancel()
        for environment in all {
            environment.observers.removeAll()
            environment.stop()
            Task {
                // This environment sends the events that the earlier ones have stored.
                for other in earlier { await end(other) }
                await environment.end()
            }
        }
    }

    // MARK: Another configuration

    /// Switches to another configuration and replaces the client of every environment.
    ///
    /// The user and the observers remain. The previous clients send their events if the clients are online, and store the
    /// rest.
    package func reconfigure(_ config: any ClientConfiguration) {
        let (context, observers) = state.withLock { ($0.machine.context, $0.environments.mapValues(\.observers)) }
        let made = makeEnvironments(config, context, observers: observers)
        let before = state.withLock { state -> [Environment] in
            guard !state.machine.isClosed else { return [] }
            defer { (state.environments, state.config) = (made, config) }
            for environment in made.values { environment.attach() }
            let before = Array(state.environments.values)
            state.ending += before
            return before
        }
        if before.isEmpty { return }
        // Does nothing if a later call has already replaced these environments.
        perform(nil, of: made.values.first) { [dependencies] machine, _ in
            machine.reconfigure(
                config.environmentNames, keyless: config.keylessEnvironments, at: dependencies.time.uptime,
                dependencies.random)
        }
        for environment in before {
            if made[environment.name] == nil { environment.observers.removeAll() }
            environment.stop()
            Task { await end(environment) }
        }
    }

    /// Ends an environment of an earlier configuration, and sends the events that it has stored.
    private func end(_ environment: Environment) async {
        await environment.end()
        state.withLock { state in state.ending.removeAll { $0 === environment } }
        for successor in all { successor.provider?.sendStoredEvents() }
    }

    // MARK: News

    private func heard(_ news: LaunchDarklyNews, _ context: EvaluationContext, from name: String, _ number: Int) {
        guard let environment = environment(name, number), !isClosed else { return }
        switch news {
        case .changed, .unchanged:
            environment.observers.look()
            if news == .unchanged { environment.observers.unchanged() }
            perform(nil, of: environment) { machine, _ in machine.arrived(name, for: context) }
        case .failed(let failure): environment.observers.failed(.init(failure))
        case .refused(let failure):
            environment.observers.failed(.init(failure))
            perform(nil, of: environment) { machine, _ in machine.refused(name, for: context) }
        }
    }

    private func connectionChanged(_ connection: LaunchDarklyConnection, of name: String, _ number: Int) {
        guard let environment = environment(name, number) else { return }
        environment.memory?.keep(connection)
        environment.observers.receive(mode(of: environment))
    }

    /// Treats a mobile key that the service rejects for events as rejected for flags.
    private func delivered(_ delivery: SendResult, by name: String, _ number: Int) {
        guard case .dropped(let head) = delivery, head.status == 401,
            let environment = environment(name, number), !isClosed
        else { return }
        environment.observers.failed(.unauthorized)
        perform(nil, of: environment) { machine, _ in machine.refused(name, for: machine.context) }
    }

    // MARK: Carrying out

    private func newWaiter() -> GroupMachine.WaiterID {
        state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
    }

    /// Changes the state and carries out the effects, unless the source has been replaced.
    private func perform(
        _ completion: Completion?, as known: GroupMachine.WaiterID? = nil, within limit: Duration? = nil,
        of source: Environment? = nil, identity: (any ClientIdentity)? = nil, kept: [String: FlagSet] = [:],
        _ cache: IdentifyCacheUsage = .yes,
        _ change: Change
    ) {
        let waiter = known ?? newWaiter()
        let isInBackground = dependencies.isInBackground
        let phase = dependencies.lifecycle?.phase ?? .foreground
        var rest: [@Sendable () -> Void] = []
        var completed: [(Completion, GroupMachine.Ending)] = []
        let effects = state.withLock { state in
            if let source, state.environments[source.name] !== source { return GroupMachine.Effects() }
            state.completions[waiter] = completion
            state.identity = identity ?? state.identity
            state.machine.isAsleep = isInBackground && !state.config.common.enableBackgroundUpdates
            let effects = change(&state.machine, waiter)
            if let change = effects.change {
                for (name, environment) in state.environments {
                    var change = change
                    change.interimFlags = environment.serving(for: change.context, kept[name], cache)
                    rest.append(environment.beginTransition(change, in: phase))
                }
            }
            if effects.change?.isOnline == false {
                for environment in state.ending {
                    rest.append(environment.beginTransition(ClientTransition(isOnline: false), in: phase))
                }
            }
            if let name = effects.stopped, let environment = state.environments[name] {
                rest.append(
                    environment.beginTransition(
                        ClientTransition(isOnline: false, fetch: .restart(.modeChanged)), in: phase))
            }
            for (waiter, ending) in effects.settled {
                guard let completion = state.completions.removeValue(forKey: waiter) else { continue }
                completed.append((completion, ending))
            }
            return effects
        }
        for step in rest { step() }
        for (completion, ending) in completed { queue.async { completion(ending) } }
        if effects.change != nil || effects.stopped != nil {
            for environment in all { environment.observers.receive(mode(of: environment)) }
        }
        if let pause = effects.pause {
            later(pause.duration) { group in group.perform(nil) { machine, _ in machine.fired(pause.number) } }
        }
        if let limit, state.withLock({ $0.completions[waiter] != nil }) { later(limit) { $0.giveUp(waiter) } }
    }

    private func later(_ duration: Duration, _ body: @escaping @Sendable (EnvironmentGroup) -> Void) {
        Task { [weak self, time = dependencies.time] in
            guard (try? await time.sleep(for: duration)) != nil, let self else { return }
            body(self)
        }
    }
}
