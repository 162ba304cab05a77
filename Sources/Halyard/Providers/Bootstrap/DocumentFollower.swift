// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Detects new versions of a document, and reports each of its problems once.
///
/// The caller reads the document and stores the last valid version.
struct DocumentFollower: Sendable {
    /// A version of the document.
    struct Version<Value> {
        var value: Value
        var diagnostics: [Diagnostic] = []
        /// A Boolean value that indicates whether the same version is read again, because a later attempt can succeed.
        var isWorthAnotherTry = false
    }

    private let file: String?
    private let files: any FileSystem
    private var seen: FileStamp?
    private var reported: [Diagnostic]

    /// - Parameters:
    ///   - file: The file, or `nil` for a document elsewhere, which is read at each check.
    ///   - files: The file system.
    ///   - reported: Earlier diagnostics, which aren't reported again.
    init(file: String?, files: any FileSystem, reported: [Diagnostic] = []) {
        self.file = file
        self.files = files
        self.reported = reported
    }

    /// Reads the document, unless its file has the same stamp as before.
    ///
    /// Disk access happens off the cooperative thread pool.
    ///
    /// - Returns: The version, or `nil` if nothing was read. It has no diagnostics if the last version had the same ones.
    mutating func look<Value>(_ read: () async -> Version<Value>) async -> Version<Value>? {
        let stamp = await stamp()
        if let stamp, stamp == seen { return nil }
        var version = await read()
        seen = version.isWorthAnotherTry ? nil : stamp
        let diagnostics = version.diagnostics
        if diagnostics == reported { version.diagnostics = [] }
        reported = diagnostics
        return version
    }

    /// Returns the file's stamp, or `nil` if it isn't available.
    private func stamp() async -> FileStamp? {
        guard let file else { return nil }
        return try? await BlockingWork.run { [files] () throws(FileError) in try files.stamp(of: file) }
    }
}
