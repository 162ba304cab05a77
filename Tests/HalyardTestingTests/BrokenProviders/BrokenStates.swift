// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardTesting

/// Forgets to write its name into the flags.
struct WithoutOrigin: FlagProvider {
    let name = "without-origin"

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        let flag = EvaluatedFlag("new-nav", true, origin: Origin(.memory, provider: nil))
        channel.publish(.ready(FlagSet([flag], for: request.context)))
    }
}

/// Asks its service in every mode.
struct AlwaysOnline: FlagProvider {
    let name = "always-online"

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        channel.publish(.ready(FlagSet(["new-nav": true], from: name, for: request.context)))
    }
}

/// Serves the first client's flags to any client that asks.
final class OneForAll: FlagProvider {
    let name = "one-for-all"
    private let first = Once<FlagSet>()

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        let own = FlagSet(["new-nav": true], heldBy: name, for: request.context)
        channel.publish(.ready(first.value(own)))
    }
}

/// Says that all is well before it knows anything.
struct Eager: FlagProvider {
    let name = "eager"

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        guard channel.publish(ProviderState(.ready, isAnswer: true)) else { return }
        channel.publish(.ready(FlagSet(["new-nav": true], heldBy: name, for: request.context)))
    }
}

/// Has an error and does not say which.
struct Secretive: FlagProvider {
    let name = "secretive"

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        guard channel.publish(ProviderState(.error, isAnswer: false)) else { return }
        channel.publish(.ready(FlagSet(["new-nav": true], heldBy: name, for: request.context)))
    }
}

/// Is well and has an error.
struct Ambivalent: FlagProvider {
    let name = "ambivalent"

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        let flagSet = FlagSet(["new-nav": true], heldBy: name, for: request.context)
        channel.publish(ProviderState(.ready, flagSet, error: FlagError(.general, "503"), isAnswer: true))
    }
}

/// Confirms its flags by the clock of another machine each time.
struct BackInTime: FlagProvider {
    let name = "back-in-time"

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        for moment in [2000, 1000] {
            let flagSet = FlagSet(
                ["new-nav": true], heldBy: name, for: request.context,
                confirmedAt: Instant(millisecondsSinceEpoch: Int64(moment)))
            guard channel.publish(.ready(flagSet)) else { return }
        }
    }
}

/// Serves what it was given before its source has answered.
struct Echoing: FlagProvider {
    let name = "echoing"

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        if let last = request.resume { channel.publish(.stale(last)) }
        channel.publish(
            .ready(
                FlagSet(
                    ["new-nav": true], heldBy: name, for: request.context,
                    confirmedAt: .init(millisecondsSinceEpoch: 1000))))
        await untilCancelled()
    }
}
