// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

extension Command {
    static let watch = Command(
        "watch", "Prints each flag change as it arrives, until you interrupt it.",
        operands: .init("FLAG", 0...Int.max, summary: "Flag keys (default: all flags)."),
        examples: [
            ("watch", "Watches all flags of the configuration in this folder."),
            (
                "watch new-nav theme --json >> changes.jsonl",
                "Watches two flags, and writes one JSON object for each change."
            ),
        ],
        options: Option.asking + [.json],
        statuses: [(.undetermined, "The configuration can't be used.")]
    ) { invocation, host in
        let (flags, result) = try await ConfiguredFlags(invocation, host).start()
        if !result.isReady { host.note(result.description) }
        let keys = invocation.operands.isEmpty ? nil : Set(invocation.operands)
        var updates = flags.updates.makeAsyncIterator()
        while let update = await updates.next() {
            for change in keys.map(update.changes.only) ?? update.changes {
                let line = ChangeLine(change, at: host.machine.time.now)
                host.answer(invocation.isSet(.json) ? .jsonLine(line.json) : .lines([line.text]))
            }
        }
        return .success
    }
}
