// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The clients whose hooks the current code runs in.
///
/// A hook that reads a flag of its own client would run again for that read, in an endless loop. The value is task-local, so
/// it also covers tasks that a hook starts, and two clients whose hooks read each other's flags.
enum RunningHooks {
    @TaskLocal private static var routers: Set<ObjectIdentifier> = []

    /// Returns a Boolean value that indicates whether the current code runs in a hook of a client.
    static func include(_ router: EventRouter) -> Bool { routers.contains(ObjectIdentifier(router)) }

    /// Runs code of the client between its hooks.
    static func suspend<Result>(of router: EventRouter, _ body: () throws -> Result) rethrows -> Result {
        try $routers.withValue(routers.subtracting([ObjectIdentifier(router)]), operation: body)
    }

    /// Runs the hooks of a client.
    static func run<Result>(of router: EventRouter, _ body: () throws -> Result) rethrows -> Result {
        try $routers.withValue(routers.union([ObjectIdentifier(router)]), operation: body)
    }
}
