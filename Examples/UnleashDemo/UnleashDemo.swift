// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardUnleash

extension FlagKey where Value == Bool {
    /// Whether the new navigation is shown.
    static let newNav = FlagKey("new-nav", default: false)
}

extension FlagKey where Value == String {
    /// The colour of the checkout button: the payload of the flag's variant.
    static let checkoutColour = FlagKey("checkout", default: "#000000")
}

/// Reads two flags of an Unleash server, and follows them for as long as asked.
///
///     UNLEASH_URL=https://flags.example.com/api/frontend UNLEASH_KEY=… swift run UnleashDemo [seconds]
///
/// Without a URL it reads the file that it ships with, and says so.
@main
struct UnleashDemo {
    static func main() async {
        let seconds = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 0
        do throws(ConfigurationError) {
            let flags = try client()
            print("started:", await flags.start(within: .seconds(5)))
            show(flags)
            await follow(flags, for: .seconds(max(seconds, 0)))
            await flags.shutdown()
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    /// A client of the configured server, or of the file when there is no URL.
    private static func client() throws(ConfigurationError) -> FlagClient {
        if ProcessInfo.processInfo.environment["UNLEASH_URL"] != nil {
            return try FlagClient(configuration: .file(file("unleash.json")), providers: [.unleash])
        }
        print("UNLEASH_URL is not set, so the flags come from Flags/shipped.json.")
        return FlagClient(
            provider: BootstrapProvider(.file(file("Flags/shipped.json")), name: "shipped", formats: [.unleash]))
    }

    private static func show(_ flags: FlagClient) {
        print(flags.details(of: .newNav))
        print(flags.details(of: .checkoutColour))
    }

    /// Prints both flags whenever something changes.
    private static func follow(_ flags: FlagClient, for duration: Duration) async {
        guard duration > .zero else { return }
        let watching = Task {
            for await _ in flags.changes { show(flags) }
        }
        try? await Task.sleep(for: duration)
        watching.cancel()
    }

    /// A file beside this one, wherever the program is run from.
    private static func file(_ name: String) -> String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(name).path
    }
}
