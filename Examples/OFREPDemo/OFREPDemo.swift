// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardOFREP
import HalyardTransport

extension FlagKey where Value == Bool {
    /// Whether the new navigation is shown.
    static let newNav = FlagKey("new-nav", default: false)
}

extension FlagKey where Value == String {
    /// The colour of the checkout button.
    static let checkoutColour = FlagKey("checkout", default: "#000000")
}

/// Reads two flags of any server that speaks OpenFeature's remote evaluation protocol, and follows them for as long as asked.
///
///     OFREP_ENDPOINT=http://localhost:8016 OFREP_HEADERS=Flagd-Selector=flagSetId%3Dshop swift run OFREPDemo [seconds]
///
/// The variables are those that the protocol names. Without an endpoint it reads the file that it ships with, and says so.
@main
struct OFREPDemo {
    static func main() async {
        let seconds = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 0
        do throws(ConfigurationError) {
            let flags = try client()
            print("started:", await flags.start(within: .seconds(5)))
            show(flags)
            await follow(flags, for: .seconds(max(seconds, 0)))
            await flags.shutdown()
        } catch {
            report("\(error)")
            exit(1)
        }
    }

    /// A client of the configured server, or of the file when there is no endpoint.
    private static func client() throws(ConfigurationError) -> FlagClient {
        let environment = ProcessInfo.processInfo.environment
        guard environment["OFREP_ENDPOINT"] != nil else {
            print("OFREP_ENDPOINT is not set, so the flags come from Flags/shipped.json.")
            return FlagClient(
                provider: BootstrapProvider(.file(file("Flags/shipped.json")), name: "shipped", formats: [.ofrep]))
        }
        let (headers, invalidCount) = HTTPHeaders.list(environment["OFREP_HEADERS"] ?? "")
        if invalidCount > 0 { report("OFREP_HEADERS: \(invalidCount) pieces are no header fields, and were left out.") }
        return try FlagClient(
            configuration: .file(file("ofrep.json")), providers: [.ofrep(headersProvider: { headers })])
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

    private static func report(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }

    /// A file beside this one, wherever the program is run from.
    private static func file(_ name: String) -> String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(name).path
    }
}
