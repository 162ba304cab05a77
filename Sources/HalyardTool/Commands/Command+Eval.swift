// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

extension Command {
    static let eval = Command(
        "eval", "Prints flags with their values and origins.",
        operands: .init("FLAG", 0...Int.max, summary: "Flag keys (default: all flags)."),
        examples: [
            ("eval", "Prints all flags of the configuration in this folder."),
            (
                "eval new-nav --provider unleash --context '{\"key\": \"ada\"}'",
                "Prints one flag of one provider for a user."
            ),
        ],
        options: Option.asking + [.json],
        statuses: [
            (.success, "The provider responded."), (.negative, "A named flag is unknown."),
            (
                .undetermined,
                "The provider didn't respond, so that any printed flags are older, "
                    + "or the configuration can't be used."
            ),
        ]
    ) { invocation, host in
        let (flags, result) = try await ConfiguredFlags(invocation, host).start()
        let snapshot = flags.snapshot()
        await flags.shutdown()
        if !result.isReady { host.complain(result.complaint) }
        if case .defaults = result { return .undetermined }
        let table = snapshot.table
        let keys = invocation.operands.isEmpty ? table.keys : invocation.operands
        let rows = keys.map { FlagRow($0, in: snapshot) }
        if invocation.isSet(.json) {
            host.answer(
                .json([
                    "provider": .string(snapshot.state.provider), "status": .string(snapshot.state.status.rawValue),
                    "context": snapshot.state.context.json, "flags": .array(rows.map(\.json)),
                ]))
        } else {
            host.answer(.lines(TextTable(heading: FlagRow.heading, rows: rows.map(\.cells)).lines))
        }
        let unknown = rows.filter(\.isUnknown).map(\.details)
        for details in unknown {
            let nearest = NearestName.of(details.key, among: table.keys).map { " Did you mean \"\($0)\"?" } ?? ""
            host.complain((details.error?.message ?? "") + nearest)
        }
        return !result.isReady ? .undetermined : unknown.isEmpty ? .success : .negative
    }
}
