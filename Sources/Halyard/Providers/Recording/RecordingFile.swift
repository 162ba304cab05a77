// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The file of a recording.
///
/// Each write replaces the whole file. A failure is reported once until a write succeeds.
struct RecordingFile: Sendable {
    let path: String
    let files: any FileSystem
    private let lastFailure = LastFailure()

    init(path: String, files: any FileSystem) {
        self.path = path
        self.files = files
    }

    /// Writes a document off the cooperative thread pool, and returns whether it was written.
    func write(_ document: FlagValue, report: @Sendable (Diagnostic) -> Void) async -> Bool {
        do throws(FileError) {
            try await BlockingWork.run { [files, path] () throws(FileError) in
                try files.replace(path, with: Array((JSONWriter.prettyText(document) + "\n").utf8))
            }
            lastFailure.clear()
            return true
        } catch {
            guard lastFailure.isNew(error) else { return false }
            report(
                Diagnostic(
                    "recordingUnwritable", .warning, location: .init(file: error.path),
                    "The recording can't be written: \(error.reason).",
                    suggestion: "Check that the folder exists and is writable."))
            return false
        }
    }
}
