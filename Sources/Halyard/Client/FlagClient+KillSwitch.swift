// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    /// Replaces the kill switch; what the old one forces stays until the new one has been read.
    func replaceKillSwitch(_ source: KillSwitch?) {
        let follower = source.map { KillSwitchFollower(KillSwitchReader($0), on: options.time) }
        let now = options.time.now
        var (before, isRunning): (KillSwitchFollower?, Bool) = (nil, false)
        transact { core in
            isRunning = core.machine.phase == .running
            before = core.layerSources.killSwitch
            core.layerSources.killSwitch = follower
            return core.machine.changeLayers { layers in
                layers.killSwitchName = source?.name
                if source == nil { layers.setKillSwitch(nil, at: now) }
            }
        }
        before?.end()
        if isRunning { follower?.start(for: self) }
    }

    /// Takes the kill switch's document, if its source is still the client's, and returns whether it was new.
    func takeKillSwitch(_ document: KillSwitchDocument, from follower: KillSwitchFollower) -> Bool {
        let now = options.time.now
        var isNew = false
        transact { core in
            isNew = core.layerSources.killSwitch === follower && core.machine.layers.killSwitch != document
            guard isNew else { return ClientMachine.Effects() }
            return core.machine.changeLayers { $0.setKillSwitch(document, at: now) }
        }
        return isNew
    }

    /// Lets go of what the kill switch forces, if it has expired.
    func endKillSwitch() {
        let now = options.time.now
        transact { core in
            guard let expires = core.machine.layers.killSwitchExpiry, now >= expires else {
                return ClientMachine.Effects()
            }
            return core.machine.changeLayers { $0.set(.killSwitch, FlagTable()) }
        }
    }
}
