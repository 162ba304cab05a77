// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardManifest
import HalyardSupport

extension Command {
    static let stale = Command(
        "stale", "Lists flags that may have outlived their use, and says why.",
        operands: .init(
            "MANIFEST", 0...1, areFiles: true, summary: "The flag manifest; without it, flags.json in this folder."),
        examples: [
            ("stale flags.json --sources Sources", "Flags past their deadlines, and flags that no source names."),
            ("stale --config halyard.json --events run.jsonl --json", "Also what a provider and a recorded run say."),
        ],
        options: [
            .sources, .events, .askedConfig, .client, .provider, .context, .timeout, .json,
        ],
        statuses: [
            (.success, "There is no such flag."), (.negative, "There are some."),
            (
                .undetermined,
                "The provider did not answer, the configuration cannot be used, or a file "
                    + "or folder cannot be read."
            ),
        ]
    ) { invocation, host in
        let manifest = try ManifestFile(invocation.operands.first, host)
        let reading = FlagManifest.read(manifest.bytes)
        if manifest.report(reading.problems, host) { return .negative }
        guard let today = CalendarDay(host.machine.time.now.description.prefix("2026-01-01".count)) else {
            throw ToolError.undetermined("The clock tells no date between the years 0 and 9999.")
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
            host.answer(.lines(["nothing to look at in \(reading.manifest.flags.count.counted("flag"))"]))
        } else {
            host.answer(
                .lines(TextTable(heading: ["key", "why", "where"], rows: report.findings.map(\.cells)).lines))
        }
        return report.findings.isEmpty ? .success : .negative
    }

    /// What the configured provider knows; nil when neither a configuration nor one of its parts is named.
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
            host.note("\(state.provider) lists only flags that are on, so it cannot say which it does not know.")
            keys.formUnion(manifest.flags.map(\.key))
        }
        return StaleReport.Provider(name: state.provider, keys: keys)
    }
}

extension Option {
    fileprivate static let askedConfig = Option(
        config.name, letter: config.letter, config.value, summary: "Also asks the provider of this configuration.")
    fileprivate static let sources = Option(
        "sources", .file("FOLDER"), isRepeatable: true,
        summary: "A folder of Swift files in which flags are looked for by name.")
    fileprivate static let events = Option(
        "events", .file("FILE"), isRepeatable: true, summary: "What a run read, as the sink \"jsonLines\" wrote it.")
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
