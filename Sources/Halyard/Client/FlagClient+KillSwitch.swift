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
            var state = source == nil ? KillSwitchState() : core.machine.killSwitch
            state.name = source?.name
            return core.machine.setKillSwitch(state, at: now)
        }
        before?.end()
        if isRunning { follower?.start(for: self) }
    }

    /// Takes a document, if its source is still the client's kill switch, and returns whether it was new.
    func take(_ document: KillSwitchDocument, from follower: KillSwitchFollower) -> Bool {
        let now = options.time.now
        var isNew = false
        transact { core in
            isNew = core.killSwitch === follower && core.machine.killSwitch.document != document
            guard isNew else { return ClientMachine.Effects() }
            let state = KillSwitchState(name: core.machine.killSwitch.name, document: document)
            return core.machine.setKillSwitch(state, at: now)
        }
        return isNew
    }

    /// Lets go of what the kill switch forces, if it has expired.
    func endKillSwitch() {
        let now = options.time.now
        transact { core in
            guard let expires = core.machine.published.killSwitchExpiry, now >= expires else {
                return ClientMachine.Effects()
            }
            return core.machine.setKillSwitch(core.machine.killSwitch, at: now)
        }
    }
}

/// What lies on top of a client's provider when the client is made.
struct InitialLayers {
    let allowsOverrides: Bool
    private(set) var table = LayeredTable()
    private(set) var killSwitch = KillSwitchState()
    /// Follows the kill switch; nil when there is none.
    private(set) var follower: KillSwitchFollower?
    /// Findings about the overrides.
    let overrideFindings: [Diagnostic]
    private(set) var findings: [Diagnostic]

    /// Reads the sources of overrides and the kill switch's file; blocks for as long as the disk takes.
    init(_ options: FlagClient.Options) {
        let read = OverrideReader(options.overrides)
        allowsOverrides = read.isAllowed
        overrideFindings = read.findings
        findings = read.findings
        table.set(read)
        guard let source = options.killSwitch else { return }
        var reader = KillSwitchReader(source)
        let now = options.time.now
        let found = reader.first(at: now)
        findings += found.findings
        follower = KillSwitchFollower(reader, on: options.time)
        killSwitch = KillSwitchState(name: source.name, document: found.document)
        table.set(.killSwitch, FlagTable(found.document?.flags(at: now) ?? []))
    }
}
