// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch
import HalyardSupport
import TestSupport
import Testing

/// The lifecycle with simulated reports of the system.
@Suite("SystemLifecycle")
struct SystemLifecycleTests {
    @Test("Returns the most recently reported phase")
    func phases() {
        let lifecycle = SystemLifecycle()
        #expect(lifecycle.phase == .foreground)
        for phase in [LifecyclePhase.background, .foreground, .background, .terminating] {
            lifecycle.move(to: phase)
            #expect(lifecycle.phase == phase)
        }
    }

    @Test("Reports a background launch unless the phase has already changed")
    func launch() {
        let silent = SystemLifecycle()
        silent.launched(inBackground: true)
        #expect(silent.phase == .background)
        let visible = SystemLifecycle()
        visible.launched(inBackground: false)
        #expect(visible.phase == .foreground)
        let opened = SystemLifecycle()
        opened.move(to: .foreground)
        opened.launched(inBackground: true)
        #expect(opened.phase == .foreground)
    }

    @Test("Uses only the first report about the launch")
    func secondAnswer() {
        let lifecycle = SystemLifecycle()
        lifecycle.launched(inBackground: false)
        lifecycle.launched(inBackground: true)
        #expect(lifecycle.phase == .foreground)
    }

    @Test("Requests time from the system for work in the background")
    func time() async {
        let reasons = Lock<[String]>([])
        let lifecycle = SystemLifecycle { reason, _ in reasons.withLock { $0.append(reason) } }
        await lifecycle.withBackgroundTime(in: .background) {
            #expect(reasons.withLock { $0 } == ["Halyard sends events"])
        }
        #expect(reasons.withLock { $0 } == ["Halyard sends events"])
    }

    @Test("Continues the work when the time expires")
    func expired() async {
        let lifecycle = SystemLifecycle { _, block in block(true) }
        var isDone = false
        await lifecycle.withBackgroundTime(in: .background) { isDone = true }
        #expect(isDone)
    }

    @Test("Delays the end of the app until every follower has finished")
    func end() async {
        let lifecycle = SystemLifecycle(longestEnd: .seconds(3600))
        let done = Recorder<Int>()
        let followers = (0..<2).map { number in
            let phases = lifecycle.phases
            return Task {
                for await phase in phases where phase == .terminating {
                    await lifecycle.withBackgroundTime(in: .background) {}
                    await lifecycle.withBackgroundTime(in: phase) { done.add(number) }
                    return
                }
            }
        }
        let atEnd = await withCheckedContinuation { continuation in
            DispatchQueue(label: "main").async {
                lifecycle.move(to: .terminating)
                continuation.resume(returning: done.all)
            }
        }
        #expect(atEnd.sorted() == [0, 1])
        for follower in followers { await follower.value }
    }

    @Test("Delays the end of the app for a limited time only")
    func endless() async {
        let lifecycle = SystemLifecycle(longestEnd: .milliseconds(1))
        let phases = lifecycle.phases
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "main").async {
                lifecycle.move(to: .terminating)
                continuation.resume()
            }
        }
        #expect(lifecycle.phase == .terminating)
        withExtendedLifetime(phases) {}
    }

    #if !canImport(Darwin)
        @Test("Has no lifecycle, reachability, or App Group outside Apple platforms")
        func noSystem() throws {
            #expect(SystemLifecycle.shared == nil)
            #expect(SystemReachability.shared == nil)
            #expect(try AppGroup.folder("group.com.example") == nil)
        }
    #endif
}
