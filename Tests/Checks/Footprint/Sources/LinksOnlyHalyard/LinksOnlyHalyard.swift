// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The smallest app: it imports nothing but Halyard.
@main
struct LinksOnlyHalyard {
    static func main() async {
        let flags = FlagClient(provider: InMemoryProvider(["new-nav": true]))
        await flags.start()
        print(flags.bool("new-nav", default: false))
    }
}
