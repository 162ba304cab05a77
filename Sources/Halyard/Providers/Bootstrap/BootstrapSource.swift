// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// The source of predefined flags, and how to read it.
///
/// It stores the result and the text of a file, because a client reads the source again for each context.
final class BootstrapSource: Sendable {
    private struct Reading {
        /// The text of a file for comparison, or `nil` for a source that can't change.
        var bytes: [UInt8]?
        var origin: Origin
        var contents: BootstrapFormat.Contents
    }

    static let unreadable: Diagnostic.Code = "fileUnreadable"

    let place: FileFlagProvider.Source
    let formats: [BootstrapFormat]
    /// The name of the format, or `nil` to recognize it by content.
    let format: String?
    let files: any FileSystem
    private let newest = Lock<Reading?>(nil)

    init(
        place: FileFlagProvider.Source, formats: [BootstrapFormat], format: String?, files: any FileSystem
    ) {
        self.place = place
        self.formats = formats
        self.format = format
        self.files = files
    }

    /// Reads the flags.
    ///
    /// Disk access happens off the cooperative thread pool.
    ///
    /// - Throws: ``ErrorCode/parseError`` if the document as a whole can't be used.
    func contents(origin: Origin) async throws(FlagError) -> BootstrapFormat.Contents {
        let newest = newest.withLock { $0 }
        if let newest, newest.bytes == nil, newest.origin == origin { return newest.contents }
        let document = try await document()
        if let newest, newest.bytes == document.bytes, newest.origin == origin { return newest.contents }
        let earlier = newest.flatMap { $0.origin == origin ? $0.contents : nil }
        let contents = try document.contents(formats: formats, named: format, origin: origin, after: earlier)
        let bytes = document.file == nil ? nil : document.bytes
        self.newest.withLock { $0 = Reading(bytes: bytes, origin: origin, contents: contents) }
        return contents
    }

    /// Frees the memory of the stored contents.
    func forgetContents() { newest.withLock { $0 = nil } }

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

    /// Returns the error for a file that can't be read.
    static func unreadable(_ error: FileError, at path: String) -> FlagError {
        let diagnostic = Diagnostic(
            unreadable, .error, location: .init(file: path), "The file can't be read: \(error.reason).",
            suggestion: "Check the path. Paths in a configuration are relative to the configuration's folder.")
        return FlagError(.parseError, diagnostic.description, diagnostics: [diagnostic])
    }
}
