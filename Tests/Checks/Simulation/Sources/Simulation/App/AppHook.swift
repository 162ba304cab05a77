// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The app's hook, which checks that each read passes each stage once and that its flags belong to the right person.
final class AppHook: EvaluationHook, @unchecked Sendable {
    // Only the simulation's thread uses it.
    private unowned let world: World
    private unowned let app: App
    private var stages: [String] = []

    init(_ world: World, _ app: App) { (self.world, self.app) = (world, app) }

    func before(_ evaluation: HookContext, _ data: inout HookData) throws {
        stages = ["before \(evaluation.flagKey)"]
        if app.setting.hookReads { app.readInHook(evaluation.flagKey) }
    }

    func after(
        _ evaluation: HookContext, _ details: EvaluationDetails<FlagValue>, _ data: inout HookData
    ) throws { stages.append("after") }

    func error(_ evaluation: HookContext, _ error: FlagError, _ data: inout HookData) { stages.append("error") }

    func finally(_ evaluation: HookContext, _ details: EvaluationDetails<FlagValue>, _ data: inout HookData) {
        stages.append("finally")
        if app.setting.hookReads { app.readInHook(evaluation.flagKey) }
        guard case .string(let value) = details.value, let stamp = Stamp(value) else { return }
        if !app.mayShow(stamp, for: evaluation.context) {
            world.fail(.identity, "\(app.name)'s hook is shown \(value) for \(evaluation.context.words)")
        }
    }

    /// Checks the stages of a finished read.
    func judge(_ flag: String) {
        if [["after", "finally"], ["error", "finally"]].contains(where: { stages == ["before \(flag)"] + $0 }) {
            return
        }
        world.fail(.reads, "\(app.name)'s hook was shown \(stages.joined(separator: ", ")) at a read of \(flag)")
    }
}
