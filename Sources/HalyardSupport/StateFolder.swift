// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The folder for internal files of an app, which its user doesn't see.
package struct StateFolder: Sendable, Hashable {
    private enum Failure: Error {
        /// Other users can change the folder.
        ///
        /// The reason is the end of a sentence about the folder.
        case shared(String)
        case file(FileError)
    }

    /// The folder's path.
    package let path: String
    /// A Boolean value that indicates whether the operating system can empty the folder when storage runs low.
    package let isPurgeable: Bool
    /// A Boolean value that indicates whether this is the app's default folder.
    ///
    /// The default folder is used only if no other user can change it.
    package let isDefault: Bool

    package init(_ path: String, isPurgeable: Bool = false, isDefault: Bool = false) {
        self.path = path
        self.isPurgeable = isPurgeable
        self.isDefault = isDefault
    }

    /// The default folder, which is `halyard` in the app's own folder.
    ///
    /// It's `nil` if the process has no folder, such as on Linux without `HOME`.
    package static var standard: StateFolder? {
        Platform.stateFolder.map { app in
            StateFolder(FilePath.resolve("halyard", in: app.path), isPurgeable: app.isPurgeable, isDefault: true)
        }
    }

    /// The reason why other users can change the folder, as the end of a sentence, or `nil` if they can't.
    ///
    /// Blocks for a few system calls.
    var sharing: String? {
        do throws(Failure) {
            return try open().sharing
        } catch {
            guard case .shared(let reason) = error else { return nil }
            return reason
        }
    }

    /// Calls `body` with the location of a file inside the folder, or of the folder itself.
    ///
    /// Opens the path folder by folder, without following symbolic links.
    ///
    /// - Parameter isMade: A Boolean value that indicates whether to create missing folders in the path.
    func withLocation<Result>(
        of path: String, isMade: Bool = false, _ body: (FileLocation) throws(FileError) -> Result
    ) throws(FileError) -> Result {
        guard let names = names(of: path) else {
            throw FileError(path: path, reason: "Is outside of the folder \(self.path)")
        }
        let folder = try folder(names.dropLast(), of: path, isMade: isMade)
        return try withExtendedLifetime(folder) { folder throws(FileError) in
            try body(FileLocation(names.last ?? ".", in: folder, path: path))
        }
    }

    /// Opens a folder inside this one.
    private func folder(
        _ names: ArraySlice<String>, of path: String, isMade: Bool
    ) throws(FileError) -> OpenFolder {
        do throws(Failure) {
            var folder = try open(isMade: isMade)
            for name in names {
                folder = try Self.checked { () throws(FileError) in try folder.folder(name, isMade: isMade) }
            }
            return folder
        } catch {
            switch error {
            case .shared(let reason): throw FileError(path: path, reason: "The folder \(self.path) \(reason)")
            case .file(let error): throw FileError(path: path, reason: error.reason)
            }
        }
    }

    /// Returns the names that lead from the folder to a path, or `nil` if the path is outside the folder.
    private func names(of path: String) -> [String]? {
        var rest = Substring(path)
        if self.path != ".", !self.path.isEmpty {
            guard path.hasPrefix(self.path) else { return nil }
            rest = path.dropFirst(self.path.count)
            guard rest.isEmpty || rest.hasPrefix("/") || self.path.hasSuffix("/") else { return nil }
        }
        let names = rest.split(separator: "/").map(String.init)
        return names.contains("..") ? nil : names
    }

    /// Opens the folder.
    ///
    /// Another user might have created the folder before the app, with a link or with flags in it. So the app's folder and the
    /// default folder in it must belong to this user and must not be links. Other users must not be able to replace them in the
    /// parent folder.
    private func open(isMade: Bool = false) throws(Failure) -> OpenFolder {
        guard isDefault else { return try Self.open(path.isEmpty ? "." : path, isMade: isMade) }
        let app = FilePath.directory(of: path)
        let parent = try Self.open(FilePath.directory(of: app), isMade: isMade)
        if let sharing = parent.sharingOfEntries { throw .shared("is below a folder that \(sharing)") }
        let appFolder = try Self.open(app, in: parent, isMade: isMade)
        if let owner = appFolder.foreignOwner { throw .shared("is in a folder that \(owner)") }
        let standard = try Self.open(path, in: appFolder, isMade: isMade)
        if let sharing = standard.sharing { throw .shared(sharing) }
        return standard
    }

    private static func open(_ path: String, isMade: Bool) throws(Failure) -> OpenFolder {
        try checked { () throws(FileError) in
            if isMade { try Platform.makeFolder(FileLocation(path)) }
            return try OpenFolder(FileLocation(path))
        }
    }

    private static func open(
        _ path: String, in parent: borrowing OpenFolder, isMade: Bool
    ) throws(Failure) -> OpenFolder {
        let name = FilePath.name(of: path)
        if parent.hasLink(name) { throw .shared("is behind the symbolic link \(path)") }
        do throws(FileError) {
            return try parent.folder(name, isMade: isMade)
        } catch {
            throw .file(error)
        }
    }

    private static func checked<Result: ~Copyable>(
        _ body: () throws(FileError) -> Result
    ) throws(Failure) -> Result {
        do throws(FileError) { return try body() } catch { throw .file(error) }
    }
}

/// Access to the files of a state folder.
package struct StateFiles: Sendable {
    /// The folder, or `nil` if the app has none.
    ///
    /// If it's `nil`, every access fails.
    package let folder: StateFolder?
    /// The file system that reads and writes the files.
    package let files: any FileSystem

    /// Creates access to a folder.
    ///
    /// - Parameters:
    ///   - folder: The folder, or `nil` if the app has none.
    ///   - files: The file system. Access through a `LocalFileSystem` is limited to the folder.
    package init(in folder: StateFolder?, files: any FileSystem) {
        self.folder = folder
        guard let folder else {
            self.files = LocalFileSystem(in: nil)
            return
        }
        self.files = files is LocalFileSystem ? LocalFileSystem(in: folder) : files
    }

    /// Creates access to the folder at a path, or to the default folder if the path is `nil`.
    package init(folder path: String?, files: any FileSystem) {
        let standard = StateFolder.standard
        guard let path, path != standard?.path else {
            self.init(in: standard, files: files)
            return
        }
        self.init(in: StateFolder(path), files: files)
    }

    /// The path of the folder, or an empty string if there is no folder.
    package var path: String { folder?.path ?? "" }

    /// Returns the path of a file in the folder.
    package func path(_ name: String) -> String { FilePath.resolve(name, in: path) }

    /// A problem with a folder, as the end of a sentence.
    package enum Problem: Error, CustomStringConvertible {
        /// Nothing is stored, because there is no folder.
        case missing
        /// Nothing is stored, because other users can change the default folder.
        case unsafe(String)
        /// Other users can change the folder, which the app chose.
        case shared(String)

        /// A Boolean value that indicates whether nothing is stored.
        package var preventsStoring: Bool { if case .shared = self { false } else { true } }

        package var description: String {
            switch self {
            case .missing: "HOME isn't set"
            case .unsafe(let reason): "the folder \(reason)"
            case .shared(let reason): "The folder \(reason)"
            }
        }

        /// A sentence that describes how to solve the problem.
        package var suggestion: String {
            switch self {
            case .missing: "Set HOME or XDG_CACHE_HOME to an absolute path, or set \"folder\" in \"persistence\"."
            case .unsafe: "Remove the folder, or set \"folder\" in \"persistence\"."
            case .shared: "Use a folder that belongs to the app's user and that only this user can change (mode 700)."
            }
        }
    }

    /// The problem with the folder, or `nil` if there is none.
    ///
    /// Blocks for a few system calls.
    package var problem: Problem? {
        guard let folder else { return .missing }
        guard files is LocalFileSystem, let sharing = folder.sharing else { return nil }
        return folder.isDefault ? .unsafe(sharing) : .shared(sharing)
    }

    /// Throws if nothing is stored.
    ///
    /// Blocks for a few system calls.
    package func checkIsAvailable() throws(Problem) {
        if let problem, problem.preventsStoring { throw problem }
    }
}
