// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

extension Command {
    static let compare = Command(
        "compare", "Compares the flags of two providers, for one context or for many.",
        operands: .init(
            "PROVIDER", 2...2, summary: "Two providers of the configuration; the first is right when they differ."),
        examples: [
            (
                "compare unleash launchdarkly",
                "For the configuration's context."
            ),
            (
                "compare unleash launchdarkly --contexts people.jsonl --allow-drift 0.5% --page report.html",
                "For the context in each line of a file, with a page to look at."
            ),
        ],
        options: [.config, .context, .contexts, .timeout, .allowDrift, .ignore, .page, .json],
        statuses: [
            (.success, "The two agree, or differ no more than is allowed."), (.negative, "They differ."),
            (
                .undetermined,
                "A provider did not answer for every context, and no difference was found "
                    + "before; or the configuration cannot be used, or the page cannot be written."
            ),
        ]
    ) { invocation, host in
        if invocation.isSet(.context), invocation.isSet(.contexts) {
            throw ToolError.usage("--context and --contexts are two answers to one question.", "Leave out one.")
        }
        try host.checkPlace(invocation.text(.page))
        let tolerance = try Tolerance(invocation.text(.allowDrift))
        let configured = try ConfiguredFlags(invocation, host)
        let contexts = try invocation.text(.contexts).map { path throws(ToolError) in
            try ContextArgument.lines(of: path, host)
        }
        let run = try ComparisonRun(invocation.operands, of: configured, host)
        let (compared, failure) = await run.compare(contexts ?? [configured.context])

        let ignored = invocation.texts(.ignore).map { CombinationStrategy.FlagPattern($0) }
        let report = run.report.keeping { flag in !ignored.contains { $0.matches(flag.key) } }
        guard compared > 0 else {
            host.complain(failure ?? "")
            return .undetermined
        }
        let allowed = tolerance.allowed(of: report.compared)
        host.answer(
            invocation.isSet(.json)
                ? .json(report.answer(contexts: compared, allowed: allowed))
                : .lines(report.differences.map { OutputLine($0) }))
        if let failure { host.complain(failure) }
        var status: ToolStatus = failure == nil ? .success : .undetermined
        if report.mismatches > allowed {
            host.complain("\(report.mismatches) comparisons differ; allowed are \(allowed).")
            status = .negative
        } else if report.compared == 0 {
            let isIgnored = run.report.compared > 0
            host.complain(
                "Nothing was compared: \(isIgnored ? "all flags were ignored" : "neither provider has a flag").")
            status = .undetermined
        }
        // At the end, so that a disk that is full costs nothing of what was found.
        if let page = invocation.text(.page) { try host.write(report.page(), to: page) }
        return status
    }
}

extension Option {
    fileprivate static let contexts = Option(
        "contexts", .file("FILE"), summary: "Whom to compare for: a context as JSON on each line.")
    fileprivate static let allowDrift = Option(
        "allow-drift", .text("SHARE"),
        summary: "The share of comparisons that may differ, such as 0.5%; without it, none.")
    fileprivate static let ignore = Option(
        "ignore", .text("PATTERN"), isRepeatable: true,
        summary: "Flags to leave out: a name, or a pattern such as 'exp-*'.")
    fileprivate static let page = Option("page", .file("FILE"), summary: "Also writes the report as an HTML page.")
}
