// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

extension Command {
    static let compare = Command(
        "compare", "Compares the flags of two providers for one or more contexts.",
        operands: .init(
            "PROVIDER", 2...2, summary: "Two providers of the configuration. The first one is the reference."),
        examples: [
            (
                "compare unleash launchdarkly",
                "Compares for the configuration's context."
            ),
            (
                "compare unleash launchdarkly --contexts people.jsonl --allow-drift 0.5% --page report.html",
                "Compares for the context on each line of a file, and writes an HTML page."
            ),
        ],
        options: [.config, .context, .contexts, .timeout, .allowDrift, .ignore, .page, .json],
        statuses: [
            (.success, "The providers agree, or differ no more than allowed."), (.negative, "The providers differ."),
            (
                .undetermined,
                "A provider didn't respond for every context and no difference was found, "
                    + "the configuration can't be used, or the page can't be written."
            ),
        ]
    ) { invocation, host in
        if invocation.isSet(.context), invocation.isSet(.contexts) {
            throw ToolError.usage("--context conflicts with --contexts.", "Remove one of them.")
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
            let count = report.mismatches == 1 ? "1 comparison differs" : "\(report.mismatches) comparisons differ"
            host.complain("\(count) (allowed: \(allowed)).")
            status = .negative
        } else if report.compared == 0 {
            let isIgnored = run.report.compared > 0
            host.complain(
                "No flags were compared: \(isIgnored ? "--ignore matches all flags" : "neither provider has flags").")
            status = .undetermined
        }
        // Written last, so that a full disk doesn't lose the results.
        if let page = invocation.text(.page) { try host.write(report.page(), to: page) }
        return status
    }
}

extension Option {
    fileprivate static let contexts = Option(
        "contexts", .file("FILE"), summary: "Evaluation contexts, one as JSON on each line.")
    fileprivate static let allowDrift = Option(
        "allow-drift", .text("SHARE"),
        summary: "Allowed share of differing comparisons, such as 0.5% (default: 0%).")
    fileprivate static let ignore = Option(
        "ignore", .text("PATTERN"), isRepeatable: true,
        summary: "Flag to ignore, or a pattern such as 'exp-*'.")
    fileprivate static let page = Option("page", .file("FILE"), summary: "Also writes the report as an HTML page.")
}
