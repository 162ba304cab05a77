// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import NIOPosix
import Synchronization

/// The file of overrides that apps can read too, by `OverrideOptions(file:)` or `"overrides": {"file": …}`.
final class OverrideFile: Sendable {
    private struct State {
        /// What the file held when it was last read or written; nil for no file.
        var bytes: Data?
        /// The members beside the flags.
        var others: [String: FlagValue] = [:]
    }

    let path: String
    /// Held while the file is written, so that the newest overrides are written last.
    private let state = Mutex(State())

    /// Makes the file's reader and writer.
    ///
    /// - Throws: ``Fault`` for the file that the flags come from.
    init(_ path: String, source: String) throws(Fault) {
        self.path = path
        if let file = Self.identity(path), file == Self.identity(source) {
            throw Fault("\(path) is the file that the server reads. Choose another file for --save.")
        }
    }

    /// What the file holds; nothing if there is no file.
    ///
    /// Reads the disk on the calling thread.
    ///
    /// - Throws: ``Fault``, the reason why it cannot be read: then it is not overwritten.
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
    /// - Parameter current: The overrides to write; called when it is this call's turn.
    /// - Throws: ``Fault``: the file cannot be written, or something else has changed it.
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

    /// What is wrong with the file, and what to do.
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

    /// What tells a file from all others, whatever the path to it; nil if there is none.
    private static func identity(_ path: String) -> [Int]? {
        let path = URL(filePath: path).resolvingSymlinksInPath().path
        guard let facts = try? FileManager.default.attributesOfItem(atPath: path),
            let volume = facts[.systemNumber] as? Int, let number = facts[.systemFileNumber] as? Int
        else { return nil }
        return [volume, number]
    }
}

extension Error {
    /// The system's words for why a file could not be read or written.
    fileprivate var reason: String {
        let error = self as NSError
        let cause = error.userInfo[NSUnderlyingErrorKey] as? any Error
        if let code = (cause as? POSIXError ?? self as? POSIXError)?.code.rawValue {
            return String(cString: strerror(code))
        }
        return error.localizedDescription
    }
}
