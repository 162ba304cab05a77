// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    /// Replaces the kill switch, and keeps the old values until the new kill switch has been read.
    func replaceKillSwitch(_ source: KillSwitch?) {
        let now = options.time.now
        var ended: [Followers.Ended] = []
        transact { core in
            ended = [core.followers.replace(.killSwitch, with: source?.following(on: options.time), for: self)]
            if source == nil { ended.append(core.followers.replace(.killSwitchExpiry, with: nil)) }
            // The last good document remains until the new source has one.
            if source != nil, core.machine.layers.killSwitch?.document != nil { return ClientMachine.Effects() }
            return core.machine.changeLayers { layers in
                layers.setKillSwitch(source.map { KillSwitchLayer(source: $0.name) }, at: now)
            }
        }
        for follower in ended { follower.cancel() }
    }

    /// Applies the kill switch's document, unless the kill switch has been replaced.
    func takeKillSwitch(_ document: KillSwitchDocument, of source: String, from follower: Followers.Follower) {
        let layer = KillSwitchLayer(source: source, document: document)
        let now = options.time.now
        var ended = Followers.Ended()
        transact { core in
            guard core.followers.isCurrent(follower), core.machine.layers.killSwitch != layer else {
                return ClientMachine.Effects()
            }
            let expiry = Self.killSwitchExpiry(on: options.time)
            ended = core.followers.replace(.killSwitchExpiry, with: expiry, for: self)
            return core.machine.changeLayers { $0.setKillSwitch(layer, at: now) }
        }
        ended.cancel()
    }

    /// Returns a task body that reports the kill switch's expiry to observers.
    ///
    /// Reads check the expiry themselves.
    static func killSwitchExpiry(on time: any TimeSource) -> Followers.Body {
        { follower in
            while let rest = follower.client()?.endKillSwitch() {
                if (try? await time.sleep(for: rest)) == nil { return }
            }
        }
    }

    /// Removes the kill switch's values if it has expired.
    ///
    /// - Returns: The time until it expires, or `nil` if it has no values anymore.
    private func endKillSwitch() -> Duration? {
        let now = options.time.now
        var rest: Duration?
        transact { core in
            guard let expires = core.machine.layers.killSwitchExpiry else { return ClientMachine.Effects() }
            if now < expires {
                rest = expires - now
                return ClientMachine.Effects()
            }
            return core.machine.changeLayers { $0.set(.killSwitch, FlagTable()) }
        }
        return rest
    }
}
