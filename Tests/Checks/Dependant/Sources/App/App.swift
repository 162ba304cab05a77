// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

@main
struct App {
    static func main() async throws {
        let flags = try FlagClient(configuration: .file("halyard.json"))
        await flags.start()
        print(flags[.newNav], flags[.theme])
        await flags.shutdown()
    }
}
