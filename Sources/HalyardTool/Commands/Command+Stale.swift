// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardManifest
import HalyardSupport

extension Command {
    static let stale = Command(
        "stale", "Lists flags that might be obsolete, with the reasons.",
        operands: .init(
            "MANIFEST", 0...1, areFiles: true, summary: "Flag manifest (default: flags.json in this folder)."),
        examples: [
            ("stale flags.json --sources Sources", "Lists flags past their deadlines, and flags that no source names."),
            (
                "stale --config halyard.json --events run.jsonl --json",
                "Also checks a provider and the events of a run."
            ),
        ],
        options: [
            .sources, .events, .askedConfig, .client, .provider, .context, .timeout, .json,
        ],
        statuses: [
            (.success, "No obsolete flags were found."), (.negative, "Obsolete flags were found."),
            (
                .undetermined,
                "The provider didn't respond, the configuration can't be used, or a file "
                    + "or folder can't be read."
            ),
        ]
    ) { invocation, host in
        let manifest = try ManifestFile(invocation.operands.first, host)
        let reading = FlagManifest.read(manifest.bytes)
        if manifest.report(reading.problems, host) { return .negative }
        guard let today = CalendarDay(host.machine.time.now.description.prefix("2026-01-01".count)) else {
            throw ToolError.undetermined("The system date is outside the years 0 to 9999. Set the clock.")
        }
        let sources = SourceFolders(invocation.texts(.sources), host)
        let runs = try invocation.texts(.events).map { path throws(ToolError) in try RecordedReads.keys(in: path, host)
        }
        let report = StaleReport(
            manifest: reading.manifest, file: manifest.path,
            today: today,
            provider: try await provider(invocation, reading.manifest, host), runs: runs.isEmpty ? nil : runs,
            sources: try sources.scan(for: MemberNames(of: reading.manifest).members))
        if invocation.isSet(.json) {
            host.answer(.json(["findings": .array(report.findings.map(\.json))]))
        } else if report.findings.isEmpty {
            host.answer(.lines(["no obsolete flags among \(reading.manifest.flags.count.counted("flag"))"]))
        } else {
            host.answer(
                .lines(TextTable(heading: ["key", "why", "where"], rows: report.findings.map(\.cells)).lines))
        }
        return report.findings.isEmpty ? .success : .negative
    }

    /// Returns the configured provider's flags, or `nil` if the command line names neither a configuration nor one of its parts.
    private static func provider(
        _ invocation: Invocation, _ manifest: FlagManifest, _ host: ToolHost
    ) async throws -> StaleReport.Provider? {
        guard [.config, .client, .provider].contains(where: invocation.isSet) else { return nil }
        let (flags, result) = try await ConfiguredFlags(invocation, host).start()
        let state = flags.state
        await flags.shutdown()
        guard result.isReady, let flagSet = state.flagSet else { throw ToolError.undetermined(result.complaint) }
        var keys = Set(flagSet.table.keys)
        if flagSet.missingFlags == .off {
            host.note("\(state.provider) lists only enabled flags, so unknown flags can't be detected.")
            keys.formUnion(manifest.flags.map(\.key))
        }
        return StaleReport.Provider(name: state.provider, keys: keys)
    }
}

extension Option {
    fileprivate static let askedConfig = Option(
        config.name, letter: config.letter, config.value, summary: "Configuration whose provider is also checked.")
    fileprivate static let sources = Option(
        "sources", .file("FOLDER"), isRepeatable: true,
        summary: "Folder of Swift files to search for flag keys and their member names.")
    fileprivate static let events = Option(
        "events", .file("FILE"), isRepeatable: true, summary: "Events of a run, written by the \"jsonLines\" sink.")
}

extension StaleReport.Finding {
    fileprivate var cells: [String] {
        let more = places.count > 1 ? " and \(places.count - 1) more" : ""
        return [key, reason, (places.first?.description ?? "-") + more]
    }

    fileprivate var json: FlagValue {
        [
            "key": .string(key), "kind": .string(kind.rawValue), "reason": .string(reason),
            "places": .array(
                places.map { place in
                    [
                        "file": .string(place.file), "line": .int(Int64(place.position.line)),
                        "column": .int(Int64(place.position.column)),
                    ]
                }),
        ]
    }
}
