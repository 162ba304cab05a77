// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import CMeasure
import Foundation

/// Measures how far the process grows while something is done (Linux only).
enum Memory {
    /// The greatest number of bytes that were in use while the work was done once, beyond those before.
    static func peak(of work: Work) async throws -> Double {
        #if os(Linux)
            // What is free goes back to the system, and the high-water mark down to what is in use.
            halyard_malloc_trim()
            let before = try figure("VmRSS")
            try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
            _ = await work.run(1)
            return try figure("VmHWM") - before
        #else
            throw Trouble("memory is measured on Linux only")
        #endif
    }

    private static func figure(_ name: String) throws -> Double {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        for line in status.split(separator: "\n") where line.hasPrefix("\(name):") {
            let words = line.split(whereSeparator: \.isWhitespace)
            if words.count > 1, let kilobytes = Double(words[1]) { return kilobytes * 1024 }
        }
        throw Trouble("the system does not tell \(name)")
    }
}
