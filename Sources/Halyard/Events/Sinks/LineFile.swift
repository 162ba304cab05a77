// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A file that lines are added to, and that is put aside before it grows beyond a size.
///
/// Called by one thread at a time, which may block.
final class LineFile: Sendable {
    /// Lines that go to the disk with one call.
    private struct Chunk {
        private(set) var bytes: [UInt8]
        /// Where the lines end, in order; one that is too large ends where the one before does.
        private(set) var ends: [(offset: Int, isOversized: Bool)] = []
        /// The length of the rest of an earlier line.
        let start: Int

        init(_ rest: [UInt8] = []) {
            bytes = rest
            start = rest.count
        }

        mutating func add(_ line: [UInt8]) {
            bytes += line
            ends.append((bytes.count, false))
        }

        mutating func skip() { ends.append((bytes.count, true)) }

        /// The end of the line that an offset lies in; the offset itself when a line ends, or the first begins, there.
        func boundary(after offset: Int) -> Int {
            ([start] + ends.map(\.offset)).first { $0 >= offset } ?? offset
        }
    }

    /// What is missing of a line that the disk took a part of.
    private struct Tear {
        var rest: [UInt8] = []
        /// The size of the file that ends in the middle of the line.
        var size = 0
    }

    private let path: String
    private let files: any FileSystem
    /// How large the file may become, half of what it may be together with the one that was put aside.
    private let limit: Int
    private let tear = Lock(Tear())

    init(path: String, limit: Int, files: any FileSystem) {
        self.path = path
        self.limit = limit
        self.files = files
    }

    /// Adds lines, with one call for all of them unless the file becomes full.
    func write(_ lines: [[UInt8]]) -> WriteReport {
        var report = WriteReport()
        do throws(FileError) {
            var size = self.size
            var chunk = Chunk(missing(at: size))
            for line in lines {
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
        } catch {
            report.failure = error.reason
        }
        return report
    }

    /// Zero when there is no file; if there is one that does not tell, writing to it will say why.
    private var size: Int { (try? files.stamp(of: path)).map { Int($0.size) } ?? 0 }

    /// The rest of a torn line, if the file still ends where it was torn.
    private func missing(at size: Int) -> [UInt8] {
        tear.withLock { tear in tear.size == size ? tear.rest : [] }
    }

    /// Writes a chunk and returns its size, or notes how far it came.
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
        guard let failure else {
            tear.withLock { $0 = Tear() }
            return written
        }
        let end = chunk.boundary(after: written)
        // A line that was begun is as good as written: its rest goes first the next time.
        if written >= chunk.start, written < end { report.done += 1 }
        tear.withLock { $0 = Tear(rest: Array(chunk.bytes[written..<end]), size: size + written) }
        throw failure
    }
}
