// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Where ready-made flags are, and how to read them.
struct BootstrapSource: Sendable {
    static let unreadable: Diagnostic.Code = "fileUnreadable"

    let place: BootstrapProvider.Source
    let formats: [BootstrapFormat]
    /// The name of the format; nil to recognise it by content.
    let format: String?
    let files: any FileSystem

    /// Reads the flags; disk access happens off the cooperative thread pool.
    ///
    /// - Throws: ``ErrorCode/parseError`` when nothing can be used.
    func contents(origin: Origin) async throws(FlagError) -> BootstrapFormat.Contents {
        try await document().contents(formats: formats, named: format, origin: origin)
    }

    func document() async throws(FlagError) -> BootstrapDocument {
        switch place {
        case .text(let text): return BootstrapDocument(file: nil, bytes: Array(text.utf8))
        case .document(let document): return BootstrapDocument(file: nil, bytes: JSONWriter.bytes(document))
        case .file(let path):
            do throws(FileError) {
                let bytes = try await BlockingWork.run { [files] () throws(FileError) in try files.contents(of: path) }
                return BootstrapDocument(file: path, bytes: bytes)
            } catch {
                throw Self.unreadable(error, at: path)
            }
        }
    }

    /// The error for a file that cannot be read.
    static func unreadable(_ error: FileError, at path: String) -> FlagError {
        let finding = Diagnostic(
            unreadable, .error, location: .init(file: path), "The file cannot be read: \(error.reason).",
            suggestion: "Check the path; a path in a configuration starts from the configuration's folder.")
        return FlagError(.parseError, finding.description, diagnostics: [finding])
    }
}
