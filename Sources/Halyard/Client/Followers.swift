// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The tasks of a client that follow the app's phases, the network, documents, and the kill switch's expiry.
///
/// Each subject has one task, which doesn't retain the client while it waits.
struct Followers {
    enum Subject: Hashable, Sendable {
        case lifecycle
        case reachability
        case overrides
        case killSwitch
        case killSwitchExpiry
        /// A configuration's file, identified by a number because a client can follow several.
        case configuration(Int)
    }

    /// A task from the perspective of its body.
    struct Follower: Sendable {
        let number: Int
        let subject: Subject
        /// Returns the client, unless it has been released.
        let client: @Sendable () -> FlagClient?

        /// Repeats a check until it returns `false` or the task is canceled.
        func poll(every interval: Duration, on time: any TimeSource, _ look: () async -> Bool) async {
            while !Task.isCancelled, await look() {
                if (try? await time.sleep(for: interval)) == nil { return }
            }
        }
    }

    /// The body of a task, which follows a subject until its task is canceled or the client is gone.
    typealias Body = @Sendable (Follower) async -> Void

    /// The previous tasks of replaced subjects.
    ///
    /// Cancel them after you have released the client's lock, because that can run the app's code.
    struct Ended: Sendable {
        fileprivate var tasks: [Task<Void, Never>] = []
        /// A body can have the last reference to an app's object.
        fileprivate var bodies: [Body] = []

        func cancel() {
            for task in tasks { task.cancel() }
        }
    }

    private enum Phase {
        case waiting, running, ended
    }

    private var phase = Phase.waiting
    private var bodies: [Subject: (number: Int, body: Body)] = [:]
    private var tasks: [Subject: Task<Void, Never>] = [:]
    private var lastNumber = 0

    /// Replaces the task of a subject.
    ///
    /// The new task begins with the client's first run.
    ///
    /// - Parameters:
    ///   - body: The body of the task, or `nil` to stop following the subject.
    ///   - client: The client, or `nil` if it's being created or if the task must not begin yet.
    mutating func replace(_ subject: Subject, with body: Body?, for client: FlagClient? = nil) -> Ended {
        var ended = Ended()
        if let task = tasks.removeValue(forKey: subject) { ended.tasks.append(task) }
        if let before = bodies.removeValue(forKey: subject) { ended.bodies.append(before.body) }
        lastNumber += 1
        if phase != .ended, let body { bodies[subject] = (lastNumber, body) }
        if phase == .running, let client { start(subject, client) }
        return ended
    }

    /// Begins all tasks, unless they have already begun.
    mutating func start(for client: FlagClient) {
        guard phase == .waiting else { return }
        phase = .running
        for subject in bodies.keys { start(subject, client) }
    }

    /// Begins one task, even before the client's first run.
    ///
    /// - Returns: The task, or `nil` if the client has ended.
    @discardableResult
    mutating func start(_ subject: Subject, _ client: FlagClient) -> Task<Void, Never>? {
        if let task = tasks[subject] { return task }
        guard let (number, body) = bodies[subject] else { return nil }
        let follower = Follower(number: number, subject: subject) { [weak client] in client }
        let task = Task { await body(follower) }
        tasks[subject] = task
        return task
    }

    /// Ends all tasks.
    mutating func end() -> Ended {
        phase = .ended
        defer {
            bodies = [:]
            tasks = [:]
        }
        return Ended(tasks: Array(tasks.values), bodies: bodies.values.map(\.body))
    }

    /// Returns a Boolean value that indicates whether the task hasn't been replaced.
    func isCurrent(_ follower: Follower) -> Bool { bodies[follower.subject]?.number == follower.number }
}
