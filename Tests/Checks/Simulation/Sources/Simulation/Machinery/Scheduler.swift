// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import CInterposer
import Glibc

/// A scheduler that runs all ready work on one thread, one job at a time.
///
/// The runtime's hooks and the replaced functions of libdispatch add all work here.
final class Scheduler {
    typealias Function = @convention(c) (UnsafeMutableRawPointer?) -> Void

    private enum Work {
        case job(UnownedJob)
        case call(Function, UnsafeMutableRawPointer?, on: UnsafeRawPointer?)
    }

    private var ready: [Work] = []
    /// The work that waits for the first job of a serial queue.
    private var queues: [UnsafeRawPointer: [Work]] = [:]
    /// The generator that chooses the next job.
    var dice = Dice(0)
    /// Called with the index of each choice.
    var onChoice: (Int) -> Void = { _ in }
    /// The number of jobs that have run.
    private(set) var count = 0
    /// The number of nested calls that wait on the thread.
    fileprivate var depth = 0
    private let thread = pthread_self()

    var isIdle: Bool { ready.isEmpty }
    var readyCount: Int { ready.count }
    /// A Boolean value that indicates whether the current job runs while a call waits on its thread.
    var isBlocked: Bool { depth > 0 }

    /// Runs a randomly chosen job.
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

    /// Makes the next job of a serial queue ready after the previous job.
    private func goOn(_ queue: UnsafeRawPointer) {
        guard var rest = queues[queue] else { return }
        if rest.isEmpty {
            queues[queue] = nil
        } else {
            ready.append(rest.removeFirst())
            queues[queue] = rest
        }
    }

    /// Discards all work without releasing it, as the end of a process does.
    func forget() { (ready, queues) = ([], [:]) }

    /// Prepares the scheduler for another seed.
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
        if pthread_equal(thread, pthread_self()) == 0 { fatalError("A job arrived from another thread.") }
    }

    // The runtime represents the generic executor as two zeros.
    private static let generic = unsafeBitCast((UInt(0), UInt(0)), to: UnownedSerialExecutor.self)
}

// Only one thread uses it. The hooks below can't capture any values.
nonisolated(unsafe) let scheduler = Scheduler()

private typealias Original = @convention(thin) (UnownedJob) -> Void
private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void
private typealias TimedOriginal = @convention(thin) (UInt64, UnownedJob) -> Void
private typealias TimedHook = @convention(thin) (UInt64, UnownedJob, TimedOriginal) -> Void

/// Redirects all later work of the program to the scheduler.
func installScheduler() {
    let take: Hook = { job, _ in scheduler.add(job) }
    hook("swift_task_enqueueGlobal_hook", take)
    hook("swift_task_enqueueMainExecutor_hook", take)
    let refuse: TimedHook = { _, _, _ in fatalError("Code sleeps on the real clock. Use virtual time.") }
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
    guard let place = dlsym(dlopen(nil, RTLD_NOW), name) else { fatalError("The runtime has no \(name).") }
    place.assumingMemoryBound(to: Function?.self).pointee = function
}
