// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Notices new versions of a document, and reports each problem with it once.
///
/// You read the document yourself, and keep the last good version.
struct DocumentFollower: Sendable {
    /// A version of the document.
    struct Version<Value> {
        var value: Value
        var findings: [Diagnostic] = []
        /// The same version is read again, because that can succeed later.
        var isWorthAnotherTry = false
    }

    private let file: String?
    private let files: any FileSystem
    private var seen: FileStamp?
    private var reported: [Diagnostic]

    /// - Parameters:
    ///   - file: The file. Nil for a document elsewhere, which is read at each look.
    ///   - files: The file system.
    ///   - reported: Findings from before, which aren't reported again.
    init(file: String?, files: any FileSystem, reported: [Diagnostic] = []) {
        self.file = file
        self.files = files
        self.reported = reported
    }

    /// Has the document read, unless its file has the same stamp as before.
    ///
    /// Looks at the disk off the cooperative thread pool.
    ///
    /// - Returns: The version, or nil if nothing was read. It has no findings if the last version had the same ones.
    mutating func look<Value>(_ read: () async -> Version<Value>) async -> Version<Value>? {
        let stamp = await stamp()
        if let stamp, stamp == seen { return nil }
        var version = await read()
        seen = version.isWorthAnotherTry ? nil : stamp
        let findings = version.findings
        if findings == reported { version.findings = [] }
        reported = findings
        return version
    }

    /// Returns nil if the file can't be looked at.
    private func stamp() async -> FileStamp? {
        guard let file else { return nil }
        return try? await BlockingWork.run { [files] () throws(FileError) in try files.stamp(of: file) }
    }
}
