// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The names of a device and its operating system.
package struct SystemDescription: Sendable, Equatable {
    /// The operating system, such as `iOS`, `macOS`, or `Linux`.
    package var name: String
    /// The operating system's version, such as `18.1`.
    ///
    /// On Linux, it's the kernel's version.
    package var version: String
    /// The exact model, such as `iPhone15,2`.
    ///
    /// On Linux, it's the processor, such as `x86_64`.
    package var machine: String

    package init(name: String, version: String, machine: String) {
        self.name = name
        self.version = version
        self.machine = machine
    }

    /// Returns a version in the operating system's format.
    ///
    /// On macOS, it always has three numbers. On other systems, it omits a patch number of zero. This is the format of
    /// `UIDevice.systemVersion`, and of the macOS version in the LaunchDarkly SDK.
    package static func version(_ major: Int, _ minor: Int, _ patch: Int, of system: String) -> String {
        patch == 0 && system != "macOS" ? "\(major).\(minor)" : "\(major).\(minor).\(patch)"
    }

    /// The kind of device, such as `iPhone` for `iPhone15,2`.
    ///
    /// The value is the same as `UIDevice.model`, but doesn't require the main thread. If the machine's name doesn't have the
    /// format of Apple's model identifiers, it's the machine's name.
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
