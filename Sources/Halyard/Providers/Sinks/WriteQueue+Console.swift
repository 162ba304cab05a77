// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension WriteQueue where Element: CustomStringConvertible {
    /// Returns a queue that writes elements as lines to standard error, or to its replacement.
    static func console(_ write: (@Sendable (String) -> Void)? = nil) -> WriteQueue {
        WriteQueue(target: "standard error", capacity: 1000) { elements in
            let text = elements.map { "\($0)\n" }.joined()
            if let write { write(text) } else { Platform.writeError(text) }
            return WriteReport(done: elements.count)
        }
    }
}
