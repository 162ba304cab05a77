// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import CInterposer
import Glibc

/// Everything that is ready to run, of which one thread runs one thing at a time.
///
/// The runtime's hooks and the functions of libdispatch that the program has replaced put all work here.
final class Scheduler {
    typealias Function = @convention(c) (UnsafeMutableRawPointer?) -> Void

    private enum Work {
        case job(UnownedJob)
        case call(Function, UnsafeMutableRawPointer?, on: UnsafeRawPointer?)
    }

    private var ready: [Work] = []
    /// What waits behind the first work of a queue that keeps its order.
    private var queues: [UnsafeRawPointer: [Work]] = [:]
    /// Decides what runs next.
    var dice = Dice(0)
    /// Sees each choice.
    var onChoice: (Int) -> Void = { _ in }
    /// How many jobs have run.
    private(set) var count = 0
    /// How many calls wait for others on their thread, one within the other.
    fileprivate var depth = 0
    private let thread = pthread_self()

    var isIdle: Bool { ready.isEmpty }
    var readyCount: Int { ready.count }
    /// Whether what runs now runs while a call waits on its thread.
    var isBlocked: Bool { depth > 0 }

    /// Runs one thing that is ready, whichever the dice say.
    func step() {
        let index = ready.count == 1 ? 0 : dice.below(ready.count)
        onChoice(index)
        ready.swapAt(index, ready.count - 1)
        count += 1
        switch ready.removeLast() {
        case .job(let job): job.runSynchronously(on: Self.generic)
        case .call(let function, let context, let queue):
            function(context)
            if let queue { goOn(queue) }
        }
    }

    /// The first work of a queue is done, and the next one may run.
    private func goOn(_ queue: UnsafeRawPointer) {
        guard var rest = queues[queue] else { return }
        if rest.isEmpty {
            queues[queue] = nil
        } else {
            ready.append(rest.removeFirst())
            queues[queue] = rest
        }
    }

    /// Forgets all work, as the end of a process does; what it holds is never let go.
    func forget() { (ready, queues) = ([], [:]) }

    /// Starts anew for another seed.
    func reset(_ seed: UInt64) {
        forget()
        dice = Dice(seed, 1)
        (count, depth) = (0, 0)
    }

    fileprivate func add(_ job: UnownedJob) {
        checkThread()
        ready.append(.job(job))
    }

    fileprivate func add(
        _ function: @escaping Function, _ context: UnsafeMutableRawPointer?, on queue: UnsafeRawPointer?
    ) {
        checkThread()
        let work = Work.call(function, context, on: queue)
        if let queue, queues[queue] != nil {
            queues[queue]?.append(work)
        } else {
            if let queue { queues[queue] = [] }
            ready.append(work)
        }
    }

    private func checkThread() {
        if pthread_equal(thread, pthread_self()) == 0 { fatalError("work comes from a thread of its own") }
    }

    // The runtime's word for "no executor in particular" is two zeroes.
    private static let generic = unsafeBitCast((UInt(0), UInt(0)), to: UnownedSerialExecutor.self)
}

// One thread uses it; the hooks below can capture nothing.
nonisolated(unsafe) let scheduler = Scheduler()

private typealias Original = @convention(thin) (UnownedJob) -> Void
private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void
private typealias TimedOriginal = @convention(thin) (UInt64, UnownedJob) -> Void
private typealias TimedHook = @convention(thin) (UInt64, UnownedJob, TimedOriginal) -> Void

/// Leads all work of the program to the scheduler, from now on.
func installScheduler() {
    let take: Hook = { job, _ in scheduler.add(job) }
    hook("swift_task_enqueueGlobal_hook", take)
    hook("swift_task_enqueueMainExecutor_hook", take)
    let refuse: TimedHook = { _, _, _ in fatalError("something sleeps on a real clock") }
    hook("swift_task_enqueueGlobalWithDelay_hook", refuse)
    interposer_install(
        { queue, function, context in scheduler.add(function, context, on: queue) },
        {
            if scheduler.isIdle { return false }
            scheduler.depth += 1
            scheduler.step()
            scheduler.depth -= 1
            return true
        })
}

private func hook<Function>(_ name: String, _ function: Function) {
    guard let place = dlsym(dlopen(nil, RTLD_NOW), name) else { fatalError("the runtime has no \(name)") }
    place.assumingMemoryBound(to: Function?.self).pointee = function
}
