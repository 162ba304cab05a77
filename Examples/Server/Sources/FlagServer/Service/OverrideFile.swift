// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import NIOPosix
import Synchronization

/// The file for overrides.
///
/// Apps can also read it, with `OverrideOptions(file:)` or `"overrides": {"file": …}`.
final class OverrideFile: Sendable {
    private struct State {
        /// The file's content after the last read or write, or `nil` if the file didn't exist.
        var bytes: Data?
        /// The document's properties other than the flags.
        var others: [String: FlagValue] = [:]
    }

    let path: String
    /// The state, which is locked during each write so that the newest overrides are written last.
    private let state = Mutex(State())

    /// Creates a reader and writer of a file.
    ///
    /// - Throws: ``Fault`` if the file is the source of the flags.
    init(_ path: String, source: String) throws(Fault) {
        self.path = path
        if let file = Self.identity(path), file == Self.identity(source) {
            throw Fault("\(path) is the file that the server reads. Choose another file for --save.")
        }
    }

    /// Returns the overrides in the file, or an empty dictionary if the file doesn't exist.
    ///
    /// Reads the file on the calling thread.
    ///
    /// - Throws: ``Fault`` if the file can't be read or contains something else. The file then isn't overwritten.
    func contents() throws(Fault) -> [String: FlagValue] {
        guard let bytes = try bytesOnDisk() else { return [:] }
        let document: FlagValue
        do {
            document = try JSONReader().read(Array(bytes))
        } catch {
            throw Fault(
                "\(path) isn't valid JSON, so the server doesn't overwrite it: \(error). Fix it, or choose another file."
            )
        }
        guard BootstrapFormat.halyard.recognizes(document), !BootstrapFormat.isManifest(document),
            case .object(var members) = document, case .object(let values)? = members.removeValue(forKey: "flags")
        else {
            throw Fault(
                "\(path) doesn't contain overrides ({\"flags\": {\"<key>\": <value>, …}}), so the server doesn't overwrite it. Choose another file."
            )
        }
        state.withLock { $0 = State(bytes: bytes, others: members) }
        return values
    }

    /// Replaces the flags in the file, off the cooperative thread pool.
    ///
    /// - Parameter current: Returns the overrides to write. Called under the lock.
    /// - Throws: ``Fault`` if the file can't be written, or another program has changed it.
    func write(_ current: @escaping @Sendable () -> [String: FlagValue]) async throws {
        try await NIOThreadPool.singleton.runIfActive { [self] in
            try state.withLock { state in
                if let found = try bytesOnDisk(), found != state.bytes {
                    throw Fault("\(path) was changed by another program. Restart the server to read it.")
                }
                let document = state.others.merging(["flags": .object(current())]) { $1 }
                let bytes = Data((JSONWriter.prettyText(.object(document)) + "\n").utf8)
                do {
                    try bytes.write(to: URL(filePath: path), options: .atomic)
                } catch {
                    throw Fault("Can't write \(path): \(error.reason).")
                }
                state.bytes = bytes
            }
        }
    }

    /// An error with the problem of the file and its solution.
    struct Fault: Error, CustomStringConvertible {
        let description: String

        fileprivate init(_ description: String) { self.description = description }
    }

    private func bytesOnDisk() throws(Fault) -> Data? {
        if !FileManager.default.fileExists(atPath: path) { return nil }
        do {
            return try Data(contentsOf: URL(filePath: path))
        } catch {
            throw Fault("Can't read \(path): \(error.reason).")
        }
    }

    /// Returns an identity of a file that is the same for all its paths, or `nil` if the file doesn't exist.
    private static func identity(_ path: String) -> [Int]? {
        let path = URL(filePath: path).resolvingSymlinksInPath().path
        guard let facts = try? FileManager.default.attributesOfItem(atPath: path),
            let volume = facts[.systemNumber] as? Int, let number = facts[.systemFileNumber] as? Int
        else { return nil }
        return [volume, number]
    }
}

extension Error {
    /// The system's message for a failed read or write of a file.
    fileprivate var reason: String {
        let error = self as NSError
        let cause = error.userInfo[NSUnderlyingErrorKey] as? any Error
        if let code = (cause as? POSIXError ?? self as? POSIXError)?.code.rawValue {
            return String(cString: strerror(code))
        }
        return error.localizedDescription
    }
}
