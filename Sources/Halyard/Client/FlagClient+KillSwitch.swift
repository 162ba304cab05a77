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
            (before, core.killSwitch) = (core.killSwitch, follower)
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
            isNew = core.killSwitch === follower && core.machine.layers.killSwitch != document
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

/// What lies on top of a client's provider when the client is made.
struct InitialLayers {
    let allowsOverrides: Bool
    private(set) var table = LayeredTable()
    /// Follows the kill switch; nil when there is none.
    private(set) var follower: KillSwitchFollower?
    let overrideFindings: [Diagnostic]
    private(set) var killSwitchFindings: [Diagnostic] = []

    /// Reads the sources of overrides and the kill switch's file; blocks for as long as the disk takes.
    init(_ options: FlagClient.Options) {
        let read = OverrideReader(options.overrides)
        allowsOverrides = read.isAllowed
        overrideFindings = read.findings
        table.set(read)
        guard let source = options.killSwitch else { return }
        var reader = KillSwitchReader(source)
        let now = options.time.now
        let found = reader.first(at: now)
        killSwitchFindings = found.findings
        follower = KillSwitchFollower(reader, on: options.time)
        table.killSwitchName = source.name
        table.setKillSwitch(found.document, at: now)
    }
}
