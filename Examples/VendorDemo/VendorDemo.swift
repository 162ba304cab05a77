// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLaunchDarkly
import HalyardOFREP
import HalyardTransport
import HalyardUnleash

extension FlagKey where Value == Bool {
    /// Shows the new navigation.
    static let newNav = FlagKey("new-nav", default: false)
}

extension FlagKey where Value == String {
    /// The color of the checkout button.
    static let checkoutColor = FlagKey("checkout", default: "#000000")
}

/// Reads two flags of one vendor's service, and follows them for as long as you ask.
///
///     UNLEASH_URL=https://flags.example.com/api/frontend UNLEASH_KEY=… swift run VendorDemo unleash [seconds]
///     LAUNCHDARKLY_MOBILE_KEY=mob-… swift run VendorDemo launchdarkly [seconds]
///     OFREP_ENDPOINT=http://localhost:8016 swift run VendorDemo ofrep [seconds]
///
/// The vendor's configuration is next to this file. Nothing else differs between the vendors. Without the first variable, the flags
/// come from the vendor's file in `Flags`.
@main
struct VendorDemo {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard let vendor = arguments.first.flatMap(Vendor.init) else {
            let names = Vendor.allCases.map(\.rawValue).joined(separator: "|")
            report("usage: VendorDemo \(names) [seconds]")
            exit(2)
        }
        let seconds = arguments.dropFirst().first.flatMap(Int.init) ?? 0
        do {
            let flags = try client(of: vendor)
            print("started:", await flags.start(within: .seconds(5)))
            show(flags)
            await follow(flags, for: .seconds(max(seconds, 0)))
            await flags.shutdown()
        } catch {
            report("\(error)")
            exit(1)
        }
    }

    /// A client of the configured service, or of the vendor's file if there is none.
    private static func client(of vendor: Vendor) throws -> FlagClient {
        let environment = ProcessInfo.processInfo.environment
        guard environment[vendor.variable] != nil else {
            let path = "Flags/\(vendor.rawValue).json"
            print("\(vendor.variable) is not set, so the flags come from \(path).")
            let formats: [BootstrapFormat] = [.unleash, .launchDarkly, .ofrep]
            return FlagClient(provider: BootstrapProvider(.file(file(path)), name: "shipped", formats: formats))
        }
        // The variable that OpenFeature's protocol names.
        let headers = HTTPHeaders.list(environment["OFREP_HEADERS"] ?? "")
        if headers.invalidCount > 0 {
            report("OFREP_HEADERS: \(headers.invalidCount) pieces aren't header fields, and were left out.")
        }
        return try FlagClient(
            configuration: .file(file("\(vendor.rawValue).json")),
            providers: [.unleash, .launchDarkly, .ofrep(headersProvider: { headers.fields })])
    }

    private static func show(_ flags: FlagClient) {
        print(flags.details(of: .newNav))
        print(flags.details(of: .checkoutColor))
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

    /// A file next to this one, wherever the program is run from.
    private static func file(_ name: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: name).path(percentEncoded: false)
    }
}

/// A vendor that has a configuration.
private enum Vendor: String, CaseIterable {
    case unleash, launchdarkly, ofrep

    /// The environment variable that names the service.
    var variable: String {
        switch self {
        case .unleash: "UNLEASH_URL"
        case .launchdarkly: "LAUNCHDARKLY_MOBILE_KEY"
        case .ofrep: "OFREP_ENDPOINT"
        }
    }
}
