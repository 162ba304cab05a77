// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A hash of everything that happened in a run, and optionally its log lines.
final class Trace {
    private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    private(set) var lines: [String] = []
    private let isKept: Bool
    var now = Duration.zero

    init(isKept: Bool) { self.isKept = isKept }

    func mix(_ number: Int) { hash = (hash ^ UInt64(bitPattern: Int64(number))) &* 0x100_0000_01B3 }

    func mix(_ text: String) {
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }

    /// Adds a line.
    func note(_ text: @autoclosure () -> String) {
        let line = text()
        mix(line)
        if isKept { lines.append("at \(now.text)  \(line)") }
    }
}

extension Duration {
    /// The seconds with three decimal places.
    var text: String {
        let (seconds, attoseconds) = components
        let digits = String(abs(attoseconds) / 1_000_000_000_000_000)
        return "\(seconds)." + String(repeating: "0", count: 3 - digits.count) + digits
    }
}
