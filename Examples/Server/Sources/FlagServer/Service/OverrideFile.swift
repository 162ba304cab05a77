// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import NIOPosix
import Synchronization

/// The file of overrides that apps can read too, by `OverrideOptions(file:)` or `"overrides": {"file": …}`.
final class OverrideFile: Sendable {
    let path: String
    /// Held while the file is written, so that the newest overrides are written last.
    private let writing = Mutex(())

    init(_ path: String) { self.path = path }

    /// What the file holds; nothing if there is no file.
    ///
    /// Reads the disk on the calling thread.
    ///
    /// - Throws: The reason why it cannot be read: then it is not overwritten.
    func contents() throws -> [String: FlagValue] {
        if !FileManager.default.fileExists(atPath: path) { return [:] }
        let document = try JSONReader().read(Array(Data(contentsOf: URL(filePath: path))))
        guard BootstrapFormat.halyard.recognises(document), case .object(let values)? = document["flags"] else {
            throw NotOverrides(path: path)
        }
        return values
    }

    /// Replaces the file's contents, off the cooperative thread pool.
    ///
    /// - Parameter current: The overrides to write; called when it is this call's turn.
    func write(_ current: @escaping @Sendable () -> [String: FlagValue]) async throws {
        try await NIOThreadPool.singleton.runIfActive { [self] in
            try writing.withLock { _ in
                let text = JSONWriter.prettyText(["flags": .object(current())]) + "\n"
                try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
            }
        }
    }

    /// The file holds something else.
    struct NotOverrides: Error, CustomStringConvertible {
        let path: String

        var description: String {
            "\(path) holds no overrides ({\"flags\": {\"<key>\": <value>, …}}), so it is not overwritten. Choose another file."
        }
    }
}
