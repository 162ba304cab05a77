// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The app's own sink, which counts everything that happens in one client.
final class AppSink: EventSink, @unchecked Sendable {
    // Only the simulation's thread uses it.
    private unowned let world: World
    private unowned let app: App
    /// The longest time that sending takes, in milliseconds.
    private let slowness: Int

    /// A Boolean value that indicates whether a client uses the sink, and the last mode that the sink received.
    private(set) var isAttached = false
    private(set) var mode = FlagRequest.Mode.offline

    init(_ world: World, _ app: App, slowness: Int) {
        (self.world, self.app, self.slowness) = (world, app, slowness)
    }

    var capabilities: SinkCapabilities { SinkCapabilities(interest: .counts) }

    func receive(_ event: FlagEvent) {
        switch event {
        case .attached: isAttached = true
        case .modeChanged(let mode): self.mode = mode
        case .counted(let summary): count(summary)
        case .tracked(let event):
            if case .string(let id) = event.data { app.arrive(id, 1) }
            work()
        case .changed: work()
        default: break
        }
    }

    func detach() async { isAttached = false }

    private func count(_ summary: EvaluationSummary) {
        for entry in summary.entries {
            let count = entry.valueReads + entry.variantReads
            // In a view of a combination, a flag can have an error instead of a value.
            guard let flag = entry.flag, flag.error == nil else { continue }
            guard let stamp = Stamp(flag) else {
                app.arrive(flag.value.description, count)
                continue
            }
            // The reads of views that evaluate rules are counted without a context.
            let isOfViews = summary.context.key == nil && app.servesRules(stamp.service)
            if !isOfViews, !app.mayShow(stamp, for: summary.context) {
                world.fail(
                    .identity, "client \(app.number): reads of \(stamp.text) are counted for \(summary.context.words)")
            }
            app.arrive(stamp.text, count)
        }
        work()
    }

    func flush() async {
        guard slowness > 0 else { return }
        try? await world.time.sleep(for: world.faults.pause(upTo: slowness))
    }

    /// Simulates slow work, during which other threads continue.
    private func work() {
        guard slowness > 0, world.depth < 2, world.faults.chance(0.2) else { return }
        world.depth += 1
        for _ in 0..<(1 + world.faults.below(20)) where !scheduler.isIdle { scheduler.step() }
        world.depth -= 1
    }
}
