// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

extension Command {
    static let explain = Command(
        "explain", "Explains a flag's value: each layer that was evaluated, and its result.",
        operands: .init("FLAG", 1...1, summary: "Flag key."),
        examples: [
            ("explain new-nav", "Explains the flag's value for the configuration's context."),
            (
                "explain new-nav --context @ada.json --json",
                "Explains it for the context in a file, as JSON for a bug report."
            ),
        ],
        options: Option.asking + [.json],
        statuses: [
            (.success, "The flag is known."),
            (.negative, "The flag is unknown. The explanation is printed."),
            (
                .undetermined,
                "The provider didn't respond (the explanation is printed), or the "
                    + "configuration can't be used."
            ),
        ]
    ) { invocation, host in
        let (flags, result) = try await ConfiguredFlags(invocation, host).start()
        let explanation = flags.explain(invocation.operands[0])
        await flags.shutdown()
        host.answer(
            invocation.isSet(.json)
                ? .json(explanation.json) : .lines(explanation.lines.map { OutputLine($0) }))
        guard result.isReady else {
            host.complain(result.complaint)
            return .undetermined
        }
        return explanation.error?.code == .flagNotFound ? .negative : .success
    }
}
