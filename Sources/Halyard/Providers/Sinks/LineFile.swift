// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A file to which lines are appended, and that is rotated before it exceeds a size.
///
/// Call it from one thread at a time, which it can block. Other writers, including other processes, can use the same file.
final class LineFile: Sendable {
    /// A line of which only a part has been written.
    private struct Tear {
        var line: [UInt8] = []
        /// The number of missing bytes.
        var missing = 0
        /// The size of the file that ends in the middle of the line.
        var size = 0
    }

    /// Lines that are written with one call, after the missing part of a torn line.
    private struct Chunk {
        private(set) var bytes: [UInt8]
        /// The ends of the lines, in order.
        ///
        /// A line that is too large ends at the same offset as the previous line.
        private(set) var ends: [(offset: Int, isOversized: Bool)] = []
        private let torn: Tear

        init(_ torn: Tear = Tear()) {
            self.torn = torn
            bytes = torn.line.suffix(torn.missing)
        }

        /// Returns whether a line is the torn line, and so is already included.
        ///
        /// The torn line comes first again, unless it was removed from the queue.
        mutating func completes(_ line: [UInt8]) -> Bool {
            guard ends.isEmpty, line == torn.line else { return false }
            ends.append((bytes.count, false))
            return true
        }

        mutating func add(_ line: [UInt8]) {
            bytes += line
            ends.append((bytes.count, false))
        }

        mutating func skip() { ends.append((bytes.count, true)) }

        /// Returns the line that is torn if only some of the bytes are written.
        func tear(at written: Int, size: Int) -> Tear {
            if written < torn.missing { return Tear(line: torn.line, missing: torn.missing - written, size: size) }
            let start = ends.last { $0.offset <= written }?.offset ?? torn.missing
            guard start < written, let end = ends.first(where: { $0.offset > written })?.offset else { return Tear() }
            return Tear(line: Array(bytes[start..<end]), missing: end - written, size: size)
        }
    }

    private let path: String
    private let files: any FileSystem
    /// The maximum size of the file: half of the maximum size of this and the rotated file together.
    private let limit: Int
    private let tear = Lock(Tear())

    init(path: String, limit: Int, files: any FileSystem) {
        self.path = path
        self.limit = limit
        self.files = files
    }

    /// Appends lines, with one call for all lines unless the file becomes full.
    func write(_ lines: [[UInt8]]) -> WriteReport {
        var report = WriteReport()
        do throws(FileError) {
            try files.withExclusiveAccess(to: path) { () throws(FileError) in try write(lines, &report) }
        } catch {
            report.failure = error.reason
        }
        return report
    }

    private func write(_ lines: [[UInt8]], _ report: inout WriteReport) throws(FileError) {
        var size = self.size
        let tear = tear.withLock { $0 }
        // A file that doesn't end at the torn line is a different file.
        var chunk = Chunk(tear.size == size ? tear : Tear())
        for line in lines where !chunk.completes(line) {
            if line.count > limit {
                chunk.skip()
                continue
            }
            if size + chunk.bytes.count + line.count > limit {
                size += try append(chunk, at: size, &report)
                chunk = Chunk()
                try files.move(path, to: path + ".1")
                size = 0
            }
            chunk.add(line)
        }
        _ = try append(chunk, at: size, &report)
    }

    /// The size of the file, or zero if there is no file.
    ///
    /// If the size can't be read, writing to the file reports the reason.
    private var size: Int { (try? files.stamp(of: path)).map { Int($0.size) } ?? 0 }

    /// Writes a chunk and returns its size, or records how much was written.
    private func append(_ chunk: Chunk, at size: Int, _ report: inout WriteReport) throws(FileError) -> Int {
        var failure: FileError?
        var written = chunk.bytes.count
        do throws(FileError) {
            if !chunk.bytes.isEmpty { try files.append(chunk.bytes, to: path) }
        } catch {
            failure = error
            written = min(max(self.size - size, 0), chunk.bytes.count)
        }
        let whole = chunk.ends.prefix { $0.offset <= written }
        report.done += whole.count
        report.oversized += whole.count(where: \.isOversized)
        tear.withLock { $0 = failure == nil ? Tear() : chunk.tear(at: written, size: size + written) }
        if let failure { throw failure }
        return written
    }
}
