// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// An app that uses the API of a vendor's own client, launched again and again.
protocol DropIn: AnyObject, Sendable {
    var name: String { get }
    /// Makes the client, with the files that are there, and starts it.
    func launch()
    /// Does something, whatever the dice say.
    func act(_ dice: inout Dice)
    /// Checks what must hold once everything of a moment is done.
    func judgeQuiet()
    /// Everything has healed: the client is to use the network.
    func settle()
    /// Checks that the client has come to the service's state.
    func judgeRecovery()
    /// Ends the client in order.
    func end()
    /// What the client has made must have arrived; some time after its end.
    func closeAccount()
    /// The process is killed: nothing that the client wanted to do happens any more.
    func kill()
}

extension World {
    /// What an app hands to a call, and what is called once and in time.
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
