// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

@main
struct BothClients {
    static func main() {
        print(MovedFlags.isOn("new-nav"), MovedFlags.isOn("new-search"), RemainingFlags.isOn("new-search"))
    }
}
