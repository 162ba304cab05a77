// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The program `halyard-cli`.
@main
struct HalyardTool {
    static func main() async {
        StandardStream.prepare()
        let status = await Tool().run(Array(CommandLine.arguments.dropFirst()), ToolHost())
        status.end()
    }
}
