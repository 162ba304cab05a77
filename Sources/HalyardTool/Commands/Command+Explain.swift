// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

extension Command {
    static let explain = Command(
        "explain", "Says why a flag has its value: every layer that was consulted, and what it contributed.",
        operands: .init("FLAG", 1...1, summary: "The flag, by key."),
        examples: [
            ("explain new-nav", "Why the flag has its value for the configuration's context."),
            ("explain new-nav --context @ada.json --json", "The same for the context in a file, for a bug report."),
        ],
        options: Option.asking + [.json],
        statuses: [
            (.success, "The flag is known."), (.negative, "The flag is unknown; what was consulted is printed."),
            (
                .undetermined,
                "The provider did not answer, and what was consulted is printed; or the "
                    + "configuration cannot be used."
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
