// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// Reads a flag from a file, and prints it with the microseconds since the start of `main`.
@main
struct LinksOnlyHalyard {
    static func main() async {
        let start = ContinuousClock.now
        let flags = FlagClient(provider: FileFlagProvider(.file(CommandLine.arguments[1])))
        await flags.start()
        let isOn = flags.bool("new-nav", default: false)
        let time = ContinuousClock.now - start
        print(isOn, Int(time / .microseconds(1)))
    }
}
