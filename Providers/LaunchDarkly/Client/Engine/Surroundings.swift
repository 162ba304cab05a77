// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
import HalyardLaunchDarkly

/// What clients need of the machine: the real things, or those of a test.
package struct Surroundings: Sendable {
    /// The clock.
    package var time: any TimeSource = SystemTime()
    /// Where identifiers, and the jitter of delays, come from.
    package var random: any RandomSource = SystemRandom()
    /// Where flags are kept.
    package var store: any SnapshotStore = FileSnapshotStore()
    /// How long the start, and a change of the user, wait for what is kept; the network is never waited for.
    package var patience = Duration.seconds(1)
    /// Whether reports about the client wait on the device for the next launch.
    package var remembersDiagnostics = true
    /// Who reports that the app goes to the background.
    package var lifecycle: (any Lifecycle)?

    /// Who knows whether the network can be reached; without anybody it can.
    package var reachability: (any Reachability)?

    package init() {}

    /// Whether the app is in the background.
    var isInBackground: Bool { lifecycle.map { $0.phase != .foreground } ?? false }

    /// Those of an app.
    static let app: Surroundings = {
        var surroundings = Surroundings()
        surroundings.lifecycle = AppLifecycle.shared
        #if canImport(Network)
            surroundings.reachability = SystemReachability.shared
        #endif
        return surroundings
    }()
}
