// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension SinkType {
    /// `{"type": "jsonLines", "path": "events.jsonl", "maximumSize": 10000000, "context": "keys", "interest": "flagged"}`.
    static let jsonLines = SinkType("jsonLines") { settings in
        LineSink.file(
            path: settings.requiredPath("path", "File to which a line is written for each event.", isWritten: true),
            maximumSize: settings.int(
                "maximumSize", "Maximum size of both files together, in bytes.", default: 10_000_000,
                in: 1000...2_000_000_000),
            context: settings.choice(
                "context", "Parts of contexts that are written.", default: EventRecord.ContextDetail.keys),
            interest: settings.choice("interest", "Evaluations that are written.", default: InterestWord.flagged)
                .value,
            files: settings.host.files)
    }

    /// `{"type": "replay", "path": "run.json", "maximumChanges": 10000}`.
    static let replay = SinkType("replay") { settings in
        RunRecorder(
            path: settings.requiredPath("path", "File to which the run is written.", isWritten: true),
            maximumChanges: settings.int(
                "maximumChanges", "Maximum number of changes in the recording.", default: 10_000, in: 1...1_000_000),
            files: settings.host.files, time: settings.host.time)
    }

    /// `{"type": "console", "context": "keys", "interest": "flagged"}`.
    static let console = SinkType("console") { settings in
        LineSink.console(
            context: settings.choice(
                "context", "Parts of contexts that are written.", default: EventRecord.ContextDetail.keys),
            interest: settings.choice("interest", "Evaluations that are written.", default: InterestWord.flagged).value
        )
    }
}

/// The words for ``SinkCapabilities/Interest``.
private enum InterestWord: String, CaseIterable {
    case counts, flagged, every

    var value: SinkCapabilities.Interest {
        switch self {
        case .counts: .counts
        case .flagged: .flagged
        case .every: .every
        }
    }
}

extension HookType {
    /// `{"type": "logging", "includesContext": false}`, which writes to standard error.
    static let logging = HookType("logging") { settings in
        LoggingHook.standardError(
            includesContext: settings.bool("includesContext", "Also logs the context.", default: false))
    }
}
