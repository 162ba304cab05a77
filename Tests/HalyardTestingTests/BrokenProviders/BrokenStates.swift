// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardTesting

/// A provider whose flags don't contain its name.
struct WithoutOrigin: FlagProvider {
    let name = "without-origin"

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        let flag = EvaluatedFlag("new-nav", true, origin: Origin(.memory, provider: nil))
        channel.publish(.ready(FlagSet([flag], for: request.context)))
    }
}

/// A provider that publishes network flags in every mode.
struct AlwaysOnline: FlagProvider {
    let name = "always-online"

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        channel.publish(.ready(FlagSet(["new-nav": true], from: name, for: request.context)))
    }
}

/// A provider that serves the first client's flags to all clients.
final class OneForAll: FlagProvider {
    let name = "one-for-all"
    private let first = Once<FlagSet>()

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        let own = FlagSet(["new-nav": true], heldBy: name, for: request.context)
        channel.publish(.ready(first.value(own)))
    }
}

/// A provider that publishes the status ready before it has flags.
struct Eager: FlagProvider {
    let name = "eager"

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        guard channel.publish(ProviderState(.ready, isAnswer: true)) else { return }
        channel.publish(.ready(FlagSet(["new-nav": true], heldBy: name, for: request.context)))
    }
}

/// A provider that publishes the status error without an error.
struct Secretive: FlagProvider {
    let name = "secretive"

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        guard channel.publish(ProviderState(.error, isAnswer: false)) else { return }
        channel.publish(.ready(FlagSet(["new-nav": true], heldBy: name, for: request.context)))
    }
}

/// A provider that publishes the status ready with an error.
struct Ambivalent: FlagProvider {
    let name = "ambivalent"

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        let flagSet = FlagSet(["new-nav": true], heldBy: name, for: request.context)
        channel.publish(ProviderState(.ready, flagSet, error: FlagError(.general, "503"), isAnswer: true))
    }
}

/// A provider whose confirmation times go backward.
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

/// A provider that publishes the flags of its request before its source has responded.
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
