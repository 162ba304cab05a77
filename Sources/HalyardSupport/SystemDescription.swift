// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What a device and its operating system are called.
package struct SystemDescription: Sendable, Equatable {
    /// The operating system: `iOS`, `macOS`, `Linux`.
    package var name: String
    /// The operating system's version, `18.1`; on Linux the kernel's.
    package var version: String
    /// The exact model, `iPhone15,2`; on Linux the processor, `x86_64`.
    package var machine: String

    package init(name: String, version: String, machine: String) {
        self.name = name
        self.version = version
        self.machine = machine
    }

    /// A version as the operating system writes it: on macOS always with three numbers, elsewhere without a patch of zero.
    ///
    /// That is how `UIDevice.systemVersion` reads, and how LaunchDarkly's client writes the version of macOS.
    package static func version(_ major: Int, _ minor: Int, _ patch: Int, of system: String) -> String {
        patch == 0 && system != "macOS" ? "\(major).\(minor)" : "\(major).\(minor).\(patch)"
    }

    /// The kind of device: `iPhone` for `iPhone15,2`, as `UIDevice.model` has it, but without asking the main thread.
    ///
    /// A machine that is not named as Apple names its own is its own kind.
    package var model: String {
        let letters = machine.prefix { $0.isLetter }
        let numbers = machine.dropFirst(letters.count).split(separator: ",", omittingEmptySubsequences: false)
        guard !letters.isEmpty, numbers.count == 2, numbers.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isNumber) })
        else { return machine }
        return Self.longNames[String(letters)] ?? String(letters)
    }

    private static let longNames = [
        "AppleTV": "Apple TV", "RealityDevice": "Apple Vision", "Watch": "Apple Watch", "iPod": "iPod touch",
    ]
}
