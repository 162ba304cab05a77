// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import CMeasure
import Foundation

/// A measurement of the process's memory growth (Linux only).
enum Memory {
    /// Returns the highest number of bytes in use during one run of the work, minus the number before the run.
    static func peak(of work: Work) async throws -> Double {
        #if os(Linux)
            // Returns free memory to the system, and lowers the high-water mark to the memory in use.
            halyard_malloc_trim()
            let before = try figure("VmRSS")
            try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
            _ = await work.run(1)
            return try figure("VmHWM") - before
        #else
            throw Trouble("Memory can be measured only on Linux.")
        #endif
    }

    private static func figure(_ name: String) throws -> Double {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        for line in status.split(separator: "\n") where line.hasPrefix("\(name):") {
            let words = line.split(whereSeparator: \.isWhitespace)
            if words.count > 1, let kilobytes = Double(words[1]) { return kilobytes * 1024 }
        }
        throw Trouble("The system doesn't report \(name).")
    }
}
