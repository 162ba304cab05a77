// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What a client follows while it runs: the app's phases, the network, and files.
///
/// Each subject has one task, which doesn't retain the client while it waits.
struct Followers {
    enum Subject: Hashable, Sendable {
        case lifecycle
        case reachability
        case overrides
        case killSwitch
        case killSwitchExpiry
        /// A configuration's file, by a number, because several may be followed.
        case configuration(Int)
    }

    /// One task, as its body sees it.
    struct Follower: Sendable {
        let number: Int
        let subject: Subject
        /// Returns the client, unless it has been released.
        let client: @Sendable () -> FlagClient?

        /// Repeats a look until it returns false or the task is cancelled.
        func poll(every interval: Duration, on time: any TimeSource, _ look: () async -> Bool) async {
            while !Task.isCancelled, await look() {
                if (try? await time.sleep(for: interval)) == nil { return }
            }
        }
    }

    /// Follows something until its task is cancelled or the client is gone.
    typealias Body = @Sendable (Follower) async -> Void

    private enum Phase {
        case waiting, running, ended
    }

    private var phase = Phase.waiting
    private var bodies: [Subject: (number: Int, body: Body)] = [:]
    private var tasks: [Subject: Task<Void, Never>] = [:]
    private var lastNumber = 0

    /// Follows something, in place of what was followed under this subject, from the client's first run on.
    ///
    /// - Parameters:
    ///   - body: What the task does. Nil to follow nothing.
    ///   - client: The client. Nil while it's being created.
    /// - Returns: The task that was replaced. Cancel it after you have released the client's lock.
    mutating func replace(
        _ subject: Subject, with body: Body?, for client: FlagClient? = nil
    ) -> Task<Void, Never>? {
        let replaced = tasks.removeValue(forKey: subject)
        lastNumber += 1
        bodies[subject] = phase == .ended ? nil : body.map { (lastNumber, $0) }
        if phase == .running, let client { begin(subject, client) }
        return replaced
    }

    /// Begins all tasks, unless that has happened.
    mutating func begin(for client: FlagClient) {
        guard phase == .waiting else { return }
        phase = .running
        for subject in bodies.keys { begin(subject, client) }
    }

    /// Begins one task, also before the client's first run.
    ///
    /// - Returns: The task. Nil if the client has ended.
    @discardableResult
    mutating func begin(_ subject: Subject, _ client: FlagClient) -> Task<Void, Never>? {
        if let task = tasks[subject] { return task }
        guard let (number, body) = bodies[subject] else { return nil }
        let follower = Follower(number: number, subject: subject) { [weak client] in client }
        let task = Task { await body(follower) }
        tasks[subject] = task
        return task
    }

    /// Ends everything, and returns the tasks to cancel after the client's lock has been released.
    mutating func end() -> [Task<Void, Never>] {
        phase = .ended
        bodies = [:]
        defer { tasks = [:] }
        return Array(tasks.values)
    }

    /// Returns true if the task hasn't been replaced.
    func isCurrent(_ follower: Follower) -> Bool { bodies[follower.subject]?.number == follower.number }
}
