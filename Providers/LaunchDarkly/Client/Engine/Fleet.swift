// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch
import Halyard
import HalyardLaunchDarkly
import HalyardSupport

/// All clients of one start: they share the user, and go online and offline together.
///
/// Calls change the state under a lock, and what follows from them is done in that order afterwards.
final class Fleet: Sendable {
    typealias Completion = @Sendable (Bool) -> Void

    private struct State {
        var machine: FleetMachine
        var user: LDUser
        var lastWaiter = 0
        var completions: [Int: Completion] = [:]
    }

    /// A completion that does not care whether flags are missing.
    static func completion(_ body: (@Sendable () -> Void)?) -> Completion? {
        guard let body else { return nil }
        return { _ in body() }
    }

    let config: LDConfig
    private let surroundings: Surroundings
    private let state: Lock<State>
    private let environments = Lock<[String: Environment]>([:])
    /// Completions, in order, on no thread of the app's and none of the cooperative pool.
    private let queue = DispatchQueue(label: "halyard.ld-client")
    private let commands = Lock<SerialDelivery<(name: String?, request: DirectRequest)>?>(nil)

    init(_ config: LDConfig, _ user: LDUser, _ surroundings: Surroundings) {
        self.config = config
        self.surroundings = surroundings
        let keys = config.mobileKeys
        let context = user.neutral.context
        state = Lock(
            State(
                machine: FleetMachine(
                    Set(keys.keys), keyless: Set(keys.filter { !config.isUsable($0.value) }.keys), context: context),
                user: user))
        let made = keys.map { name, key in
            let listener = LaunchDarklyListener(
                heard: { [weak self] news, context in self?.heard(news, context, from: name) },
                connectionChanged: { [weak self] _ in self?.lookAtMode(of: name) })
            return (name, Environment(name, key: key, config, context: context, surroundings, listener: listener))
        }
        let all = Dictionary(uniqueKeysWithValues: made)
        environments.withLock { $0 = all }
        commands.withLock {
            $0 = SerialDelivery { command in
                for (name, environment) in all where command.name == nil || command.name == name {
                    environment.client.direct(command.request)
                }
            }
        }
    }

    func environment(_ name: String) -> Environment? { environments.withLock { $0[name] } }

    private var all: [Environment] { environments.withLock { Array($0.values) } }

    // MARK: State

    var isClosed: Bool { state.withLock { $0.machine.isClosed } }

    var user: LDUser { state.withLock { $0.user } }

    func isOnline(_ name: String) -> Bool { state.withLock { $0.machine.isOnline(name) } }

    func isInitialized(_ name: String) -> Bool { state.withLock { $0.machine.isInitialized(name) } }

    func mode(of environment: Environment) -> ConnectionInformation.ConnectionMode {
        guard isOnline(environment.name), let mode = environment.provider?.connection.mode else { return .offline }
        // A run that has not begun yet.
        if mode == .offline, environment.client.state.mode == .online { return environment.firstMode }
        return .init(mode)
    }

    // MARK: Calls

    func start(within limit: Duration?, _ completion: Completion?) {
        perform(completion, within: limit) { [config, surroundings] machine, waiter in
            machine.start(online: config.startOnline, waiter, at: surroundings.time.uptime, surroundings.random)
        }
    }

    func join(within limit: Duration?, _ completion: Completion?) {
        guard completion != nil else { return }
        perform(completion, within: limit) { machine, waiter in machine.join(waiter) }
    }

    func setOnline(_ isOnline: Bool, _ completion: Completion?) {
        perform(completion) { [surroundings] machine, waiter in
            machine.setOnline(isOnline, waiter, at: surroundings.time.uptime, surroundings.random)
        }
    }

    func identify(_ user: LDUser, _ completion: Completion?) {
        perform(completion, user: user) { [surroundings] machine, waiter in
            machine.identify(user.neutral.context, waiter, at: surroundings.time.uptime, surroundings.random)
        }
    }

    func flush() {
        let clients = all.map(\.client)
        Task { for client in clients { await client.flush() } }
    }

    /// Ends all clients; events that wait are sent, for a bounded time.
    func close() {
        perform(nil) { machine, _ in machine.close() }
        for environment in all {
            environment.desk.removeAll()
            Task { await environment.client.shutdown(within: .seconds(30)) }
        }
    }

    // MARK: News

    private func heard(_ news: LaunchDarklyNews, _ context: EvaluationContext, from name: String) {
        guard let environment = environment(name), !isClosed else { return }
        switch news {
        case .changed, .unchanged:
            environment.look()
            if news == .unchanged { environment.desk.unchanged() }
            perform(nil) { machine, _ in machine.arrived(name, for: context) }
        case .failed(let failure):
            environment.desk.failed(.init(failure))
            guard environment.provider?.connection.mode == .offline else { return }
            perform(nil) { machine, _ in machine.refused(name, for: context) }
            if !isOnline(name) { command(name, DirectRequest(isOnline: false, cause: .modeChanged)) }
        }
    }

    private func lookAtMode(of name: String) {
        guard let environment = environment(name) else { return }
        environment.desk.take(mode(of: environment))
    }

    // MARK: Carrying out

    private func perform(
        _ completion: Completion?, within limit: Duration? = nil, user: LDUser? = nil,
        _ change: @Sendable (inout FleetMachine, FleetMachine.WaiterID) -> FleetMachine.Effects
    ) {
        let (effects, waiter) = state.withLock { state in
            state.lastWaiter += 1
            let waiter = state.lastWaiter
            state.completions[waiter] = completion
            state.user = user ?? state.user
            let effects = change(&state.machine, waiter)
            if let request = effects.request { commands.withLock { $0 }?.add((nil, request)) }
            for (waiter, isMissing) in effects.settled {
                guard let completion = state.completions.removeValue(forKey: waiter) else { continue }
                queue.async { completion(isMissing) }
            }
            return (effects, waiter)
        }
        commands.withLock { $0 }?.deliver()
        if effects.request != nil { for environment in all { environment.desk.take(mode(of: environment)) } }
        if let pause = effects.pause {
            later(pause.duration) { fleet in fleet.perform(nil) { machine, _ in machine.fired(pause.number) } }
        }
        if let limit, state.withLock({ $0.completions[waiter] != nil }) {
            later(limit) { fleet in fleet.perform(nil) { machine, _ in machine.timedOut(waiter) } }
        }
    }

    private func command(_ name: String, _ request: DirectRequest) {
        commands.withLock { $0 }?.add((name, request))
        commands.withLock { $0 }?.deliver()
    }

    private func later(_ duration: Duration, _ body: @escaping @Sendable (Fleet) -> Void) {
        Task { [weak self, time = surroundings.time] in
            guard (try? await time.sleep(for: duration)) != nil, let self else { return }
            body(self)
        }
    }
}
