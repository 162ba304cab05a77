// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    /// A client's state for the layers on top of its provider.
    struct Layers: Sendable {
        /// Whether overrides are allowed.
        var allowsOverrides = false
        /// Findings about the overrides that were already reported.
        var reportedFindings: [Diagnostic] = []
        /// The kill switch's reader with what it last saw; nil when there is none, or while it is being followed.
        var look: KillSwitchReader?
        /// Counts the kill switches, so that one that was replaced has no further effect.
        var killSwitchNumber = 0
        var follower: Task<Void, Never>?
        var expiry: Task<Void, Never>?
        /// Whether the client runs, and so follows the kill switch.
        var isFollowing = false

        var tasks: [Task<Void, Never>] { [follower, expiry].compactMap(\.self) }
    }

    /// Follows the kill switch from the client's start on; called under the lock.
    func followKillSwitch(_ core: inout Core) {
        core.layers.isFollowing = true
        guard let look = core.layers.look.take() else { return }
        core.layers.follower = makeFollower(look, number: core.layers.killSwitchNumber)
        core.layers.expiry = core.layers.expiry ?? makeExpiry(core.machine.overlay)
    }

    /// Replaces the kill switch; what the old one forces stays until the new one has been read.
    func replaceKillSwitch(_ source: KillSwitch?) {
        let before = core.withLock { core -> [Task<Void, Never>?] in
            core.layers.killSwitchNumber += 1
            core.layers.look = source.map { KillSwitchReader($0) }
            return [core.layers.follower.take(), source == nil ? core.layers.expiry.take() : nil]
        }
        for task in before { task?.cancel() }
        transact { core in
            if core.layers.isFollowing, !core.machine.state.isShutDown { followKillSwitch(&core) }
            return core.machine.changeOverlay { overlay in
                var layer = source == nil ? KillSwitchLayer() : overlay.killSwitch
                layer.name = source?.name
                overlay.set(layer)
            }
        }
    }

    private func makeFollower(_ look: KillSwitchReader, number: Int) -> Task<Void, Never> {
        Task { [weak self, time = options.time] in
            var look = look
            while !Task.isCancelled {
                guard let mode = self?.published.state.mode else { return }
                if mode == .online || !look.source.usesNetwork {
                    let found = await look.next(on: time)
                    guard !Task.isCancelled, let self else { return }
                    take(found, from: number)
                }
                if (try? await time.sleep(for: look.source.refresh)) == nil { return }
            }
        }
    }

    private func take(_ found: KillSwitchReader.Found, from number: Int) {
        for finding in found.findings { diagnostics.report(finding) }
        guard let document = found.document else { return }
        let now = options.time.now
        let before = core.withLock { core in core.layers.killSwitchNumber == number ? core.layers.expiry.take() : nil }
        before?.cancel()
        transact { core in
            guard core.layers.killSwitchNumber == number, !core.machine.state.isShutDown else {
                return ClientMachine.Effects()
            }
            guard core.machine.overlay.killSwitch.document != document else {
                core.layers.expiry = makeExpiry(core.machine.overlay)
                return ClientMachine.Effects()
            }
            let effects = core.machine.changeOverlay { overlay in
                var layer = overlay.killSwitch
                layer.set(document, at: now)
                overlay.set(layer)
            }
            core.layers.expiry = makeExpiry(core.machine.overlay)
            return effects
        }
    }

    /// Notifies observers that the kill switch has expired; reads check the expiry themselves.
    private func makeExpiry(_ overlay: Overlay) -> Task<Void, Never>? {
        guard let expires = overlay.expiresAt else { return nil }
        return Task { [weak self, time = options.time] in
            // The wall clock may have been set back meanwhile.
            while time.now < expires {
                if (try? await time.sleep(for: expires - time.now)) == nil { return }
            }
            self?.transact { core in
                var layer = core.machine.overlay.killSwitch
                guard layer.expire(at: time.now) else { return ClientMachine.Effects() }
                return core.machine.changeOverlay { $0.set(layer) }
            }
        }
    }
}

/// What lies on top of a client's provider when the client is made.
struct InitialLayers {
    var overlay = Overlay()
    var layers = FlagClient.Layers()
    var findings: [Diagnostic]

    init(_ options: FlagClient.Options) {
        let read = OverrideReader(options.overrides)
        layers.allowsOverrides = read.isAllowed
        layers.reportedFindings = read.findings
        findings = read.findings
        overlay.change { $0.replace(with: read.entries) }
        guard let source = options.killSwitch else { return }
        var look = KillSwitchReader(source)
        let now = options.time.now
        let found = look.first(at: now)
        findings += found.findings
        layers.look = look
        var layer = KillSwitchLayer(source.name)
        if let document = found.document { layer.set(document, at: now) }
        overlay.set(layer)
    }
}
