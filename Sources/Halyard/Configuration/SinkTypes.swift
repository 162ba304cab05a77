// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension SinkType {
    /// `{"type": "jsonLines", "path": "events.jsonl", "maximumSize": 10000000, "context": "keys", "interest": "flagged"}`.
    static let jsonLines = SinkType("jsonLines") { settings in
        LineSink.file(
            path: settings.requiredPath("path", "The file to which a line is written for each event.", isWritten: true),
            maximumSize: settings.int(
                "maximumSize", "From how many bytes on the file is begun anew.", default: 10_000_000,
                in: 1000...2_000_000_000),
            context: settings.choice(
                "context", "How much of contexts is written.", default: EventRecord.ContextDetail.keys),
            interest: settings.choice("interest", "Which evaluations are written.", default: InterestWord.flagged)
                .value,
            files: settings.host.files)
    }

    /// `{"type": "replay", "path": "run.json", "maximumChanges": 10000}`.
    static let replay = SinkType("replay") { settings in
        RunRecorder(
            path: settings.requiredPath("path", "The file to which the run is written.", isWritten: true),
            maximumChanges: settings.int(
                "maximumChanges", "How many changes it may hold.", default: 10_000, in: 1...1_000_000),
            files: settings.host.files, time: settings.host.time)
    }

    /// `{"type": "console", "context": "keys", "interest": "flagged"}`.
    static let console = SinkType("console") { settings in
        LineSink.console(
            context: settings.choice(
                "context", "How much of contexts is written.", default: EventRecord.ContextDetail.keys),
            interest: settings.choice("interest", "Which evaluations are written.", default: InterestWord.flagged).value
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
    /// `{"type": "logging", "includesContext": false}`; writes to standard error.
    static let logging = HookType("logging") { settings in
        LoggingHook.standardError(
            includesContext: settings.bool("includesContext", "Whether the context is logged, too.", default: false))
    }
}
