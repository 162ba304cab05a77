// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// Files in memory.
///
/// The disk fails at random, and loses recent changes when the process is killed.
final class SimFiles: FileSystem, @unchecked Sendable {
    private struct File {
        var bytes: [UInt8]
        var stamp: FileStamp
    }

    /// The contents of a file before a recent change, or `nil` if the file didn't exist.
    private struct Change {
        let path: String
        let before: File?
        let time: Duration
    }

    // Only the simulation's thread uses it.
    private unowned let world: World
    private var files: [String: File] = [:]
    private var folders: Set<String> = []
    private var recent: [Change] = []
    private var lastInode: UInt64 = 0
    /// The files that can't be read, moved, or removed, by their folders.
    private var spoiled: [String: String] = [:]
    /// The share of calls that fail.
    var failureShare = 0.0
    /// The number of failed calls.
    private(set) var failures = 0

    init(_ world: World) { self.world = world }

    var currentDirectory: String { "/" }

    /// All files, sorted by path.
    var all: [(path: String, bytes: [UInt8])] { files.sorted { $0.key < $1.key }.map { ($0.key, $0.value.bytes) } }

    /// Writes a text to a path, as the app's server or its user does.
    func put(_ text: String, at path: String) { set(path, Array(text.utf8)) }

    /// Simulates the end of the process: changes of the last second can be lost, and a file can be cut off.
    func crash(_ dice: inout Dice) {
        for change in recent.reversed() where world.timeline.uptime - change.time < .seconds(1) && dice.chance(0.5) {
            if let file = files[change.path], dice.chance(0.3) {
                files[change.path]?.bytes = Array(file.bytes.prefix(dice.below(file.bytes.count + 1)))
                world.trace.note("disk: \(change.path) is cut in half")
            } else {
                files[change.path] = change.before
                world.trace.note("disk: the last change of \(change.path) is lost")
            }
        }
        recent = []
    }

    func contents(of path: String) throws(FileError) -> [UInt8] {
        try mayFail(path)
        return try file(path).bytes
    }

    func stamp(of path: String) throws(FileError) -> FileStamp {
        if folders.contains(path) { return FileStamp(modified: 0, size: 0, inode: 0) }
        return try file(path).stamp
    }

    func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
        try mayFail(path)
        if world.setting.spoilsStoredEvents, path.hasSuffix(".events") { spoilFolder(of: path) }
        set(path, bytes)
    }

    /// Adds an unreadable file that comes before the first file of stored events in a folder.
    private func spoilFolder(of path: String) {
        let folder = String(path.prefix { $0 != "." }.reversed().drop { $0 != "/" }.dropFirst().reversed())
        guard spoiled[folder] == nil else { return }
        let moment = world.time.now.millisecondsSinceEpoch - 1
        let file = "\(folder)/\(moment)-0-spoiled.events"
        world.trace.note("disk: \(file) can't be read")
        set(file, [])
        spoiled[folder] = file
    }

    func append(_ bytes: [UInt8], to path: String) throws(FileError) {
        let before = files[path]?.bytes ?? []
        do {
            try mayFail(path)
        } catch {
            // The disk became full in the middle of the write.
            set(path, before + bytes.prefix(world.faults.below(bytes.count + 1)))
            throw error
        }
        set(path, before + bytes)
    }

    func move(_ path: String, to newPath: String) throws(FileError) {
        try mayFail(path)
        let file = try file(path)
        set(newPath, file.bytes)
        forget(path)
    }

    func remove(_ path: String) throws(FileError) {
        try mayFail(path)
        if files[path] != nil { forget(path) }
    }

    func names(in folder: String) throws(FileError) -> [String] {
        try mayFail(folder)
        let prefix = folder + "/"
        return files.keys.filter { $0.hasPrefix(prefix) && !$0.dropFirst(prefix.count).contains("/") }
            .map { String($0.dropFirst(prefix.count)) }.sorted()
    }

    func makeFolder(_ path: String, isBackedUp: Bool) throws(FileError) {
        try mayFail(path)
        folders.insert(path)
    }

    func withExclusiveAccess<Result>(
        to path: String, _ body: () throws(FileError) -> Result
    ) throws(FileError) -> Result {
        try mayFail(path)
        return try body()
    }

    func updateModificationTime(of path: String) throws(FileError) {
        try mayFail(path)
        if let file = files[path] { set(path, file.bytes) }
    }

    private func file(_ path: String) throws(FileError) -> File {
        guard let file = files[path] else { throw FileError(path: path, reason: "No such file or directory") }
        return file
    }

    private func set(_ path: String, _ bytes: [UInt8]) {
        remember(path)
        lastInode += 1
        let modified = world.time.now.millisecondsSinceEpoch * 1_000_000 + Int64(lastInode)
        files[path] = File(
            bytes: bytes, stamp: FileStamp(modified: modified, size: Int64(bytes.count), inode: lastInode))
    }

    private func forget(_ path: String) {
        remember(path)
        files[path] = nil
    }

    private func remember(_ path: String) {
        recent.removeAll { world.timeline.uptime - $0.time >= .seconds(1) }
        recent.append(Change(path: path, before: files[path], time: world.timeline.uptime))
    }

    private func mayFail(_ path: String) throws(FileError) {
        if spoiled.values.contains(path) { throw FileError(path: path, reason: "Input/output error") }
        guard failureShare > 0, world.faults.chance(failureShare) else { return }
        failures += 1
        let reason = world.faults.pick(["No space left on device", "Input/output error", "Too many open files"])
        world.trace.note("disk: \(reason) at \(path)")
        throw FileError(path: path, reason: reason)
    }
}
