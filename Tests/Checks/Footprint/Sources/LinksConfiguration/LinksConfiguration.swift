// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Configuration
import SystemPackage

/// Reads a value from a file with swift-configuration, and prints it with the microseconds since the start of `main`.
@main
struct LinksConfiguration {
    static func main() async throws {
        let start = ContinuousClock.now
        let provider = try await FileProvider<JSONSnapshot>(filePath: FilePath(CommandLine.arguments[1]))
        let reader = ConfigReader(provider: provider)
        let isOn = reader.bool(forKey: "flags.new-nav", default: false)
        let time = ContinuousClock.now - start
        print(isOn, Int(time / .microseconds(1)))
    }
}
