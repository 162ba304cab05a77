// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch
import Foundation
import Halyard
import HalyardLDEngine
import HalyardSupport
import LDTestSupport
import TestSupport
import Testing

/// What the system reports, without a system.
@Suite("AppLifecycle", .timeLimit(.minutes(5)))
struct AppLifecycleTests {
    private static let names = AppLifecycle.Names(
        background: [.init("resign"), .init("hide")], foreground: [.init("active")], end: [.init("end")])

    @Test("notifications of the system move the phase")
    func notifications() {
        let center = NotificationCenter()
        let lifecycle = AppLifecycle(center, Self.names)
        #expect(lifecycle.phase == .foreground)
        for (name, phase) in [
            ("hide", LifecyclePhase.background), ("active", .foreground), ("resign", .background),
            ("other", .background), ("end", .terminating),
        ] {
            center.post(name: Notification.Name(name), object: nil)
            #expect(lifecycle.phase == phase)
        }
    }

    @Test("a launch in the background is one, unless the app has moved before the system answers")
    func launch() {
        let silent = AppLifecycle(NotificationCenter(), Self.names)
        silent.launched(inBackground: true)
        #expect(silent.phase == .background)
        let visible = AppLifecycle(NotificationCenter(), Self.names)
        visible.launched(inBackground: false)
        #expect(visible.phase == .foreground)
        let center = NotificationCenter()
        let opened = AppLifecycle(center, Self.names)
        center.post(name: Notification.Name("active"), object: nil)
        opened.launched(inBackground: true)
        #expect(opened.phase == .foreground)
    }

    @Test("only the first answer about the launch counts")
    func secondAnswer() {
        let lifecycle = AppLifecycle(NotificationCenter(), Self.names)
        lifecycle.launched(inBackground: false)
        lifecycle.launched(inBackground: true)
        #expect(lifecycle.phase == .foreground)
    }

    @Test("work in the background is done in time that the system is asked for")
    func time() async {
        let reasons = Lock<[String]>([])
        let lifecycle = AppLifecycle(NotificationCenter(), Self.names) { reason, _ in
            reasons.withLock { $0.append(reason) }
        }
        await lifecycle.withTime(in: .background) { #expect(reasons.withLock { $0 } == ["Halyard sends events"]) }
        #expect(reasons.withLock { $0 } == ["Halyard sends events"])
    }

    @Test("the end of the app waits until every follower has done its work")
    func end() async {
        let center = NotificationCenter()
        let lifecycle = AppLifecycle(center, Self.names, longestEnd: .seconds(50))
        let done = Recorder<Int>()
        let followers = (0..<2).map { number in
            let phases = lifecycle.phases
            return Task {
                for await phase in phases where phase == .terminating {
                    await lifecycle.withTime(in: .background) {}
                    await lifecycle.withTime(in: phase) { done.add(number) }
                    return
                }
            }
        }
        let atEnd = await withCheckedContinuation { continuation in
            DispatchQueue(label: "main").async {
                center.post(name: Notification.Name("end"), object: nil)
                continuation.resume(returning: done.all)
            }
        }
        #expect(atEnd.sorted() == [0, 1])
        for follower in followers { await follower.value }
    }

    @Test("the end of the app waits for a bounded time")
    func endless() async {
        let center = NotificationCenter()
        let lifecycle = AppLifecycle(center, Self.names, longestEnd: .milliseconds(1))
        let phases = lifecycle.phases
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "main").async {
                center.post(name: Notification.Name("end"), object: nil)
                continuation.resume()
            }
        }
        #expect(lifecycle.phase == .terminating)
        withExtendedLifetime(phases) {}
    }
}
