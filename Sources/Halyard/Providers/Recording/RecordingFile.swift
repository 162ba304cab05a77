// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The file of a recording, which is replaced as a whole; a failure is reported once until a write succeeds.
struct RecordingFile: Sendable {
    let path: String
    let files: any FileSystem
    private let lastFailure = LastFailure()

    init(path: String, files: any FileSystem) {
        self.path = path
        self.files = files
    }

    /// Writes a document, away from the cooperative pool, and returns whether it is on the disk.
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
                    "The recording cannot be written: \(error.reason).",
                    suggestion: "Check that the folder exists and may be written to."))
            return false
        }
    }
}
