// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// Reads a flag of a file, and prints it with the microseconds that passed since `main` began.
@main
struct LinksOnlyHalyard {
    static func main() async {
        let start = ContinuousClock.now
        let flags = FlagClient(provider: BootstrapProvider(.file(CommandLine.arguments[1])))
        await flags.start()
        let isOn = flags.bool("new-nav", default: false)
        let time = ContinuousClock.now - start
        print(isOn, Int(time / .microseconds(1)))
    }
}
