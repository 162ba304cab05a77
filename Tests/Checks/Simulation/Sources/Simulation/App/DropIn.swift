// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// An app that uses the API of a vendor's client, and is launched repeatedly.
protocol DropIn: AnyObject, Sendable {
    var name: String { get }
    /// Creates the client with the existing files, and starts it.
    func launch()
    /// Performs a random action.
    func act(_ dice: inout Dice)
    /// Checks the client when no more work is ready at the current time.
    func judgeQuiet()
    /// Lets the client use the network after everything has healed.
    func settle()
    /// Checks that the client has the service's current flags.
    func judgeRecovery()
    /// Shuts down the client.
    func end()
    /// Checks that the client's events have arrived.
    ///
    /// The client must have been shut down for some time.
    func closeAccount()
    /// Simulates the end of the process, so that the client's pending work never happens.
    func kill()
}

extension World {
    /// Returns a callback that must be called exactly once and in time.
    func expect(
        _ name: String, within limit: Duration = .seconds(1_000_000_000),
        _ body: @escaping @Sendable () -> Void = {}
    ) -> @Sendable () -> Void {
        let number = addWait(name, within: limit)
        return { [unowned self] in
            settleWait(number)
            body()
        }
    }
}

extension Person {
    static func any(_ dice: inout Dice) -> Person { Person(key: dice.pick(names), plan: dice.pick(plans)) }

    var words: String { "\(key), \(plan)" }
}
