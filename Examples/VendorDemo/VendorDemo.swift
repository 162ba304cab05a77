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

/// Reads two flags of a vendor's service, and prints their changes for a number of seconds.
///
///     UNLEASH_URL=https://flags.example.com/api/frontend UNLEASH_FRONTEND_TOKEN=… \
///         swift run VendorDemo unleash [seconds]
///     LAUNCHDARKLY_MOBILE_KEY=mob-… swift run VendorDemo launchdarkly [seconds]
///     OFREP_ENDPOINT=http://localhost:8016 swift run VendorDemo ofrep [seconds]
///
/// The vendor's configuration is next to this file. Nothing else differs between the vendors. If the first variable isn't set, the
/// flags come from the vendor's file in `Flags`.
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

    /// Returns a client for the configured service, or for the vendor's file if no service is configured.
    private static func client(of vendor: Vendor) throws -> FlagClient {
        let environment = ProcessInfo.processInfo.environment
        guard environment[vendor.variable] != nil else {
            let path = "Flags/\(vendor.rawValue).json"
            print("\(vendor.variable) is not set, so the flags come from \(path).")
            let formats: [BootstrapFormat] = [.unleash, .launchDarkly, .ofrep]
            return FlagClient(provider: FileFlagProvider(.file(file(path)), name: "shipped", formats: formats))
        }
        // OFREP defines this variable.
        let headers = HTTPHeaders.list(environment["OFREP_HEADERS"] ?? "")
        if headers.invalidCount > 0 {
            report("OFREP_HEADERS: ignored invalid header fields (\(headers.invalidCount)). Use name=value pairs.")
        }
        return try FlagClient(
            configuration: .file(file("\(vendor.rawValue).json")),
            providers: [.unleash, .launchDarkly, .ofrep(headersProvider: { headers.fields })])
    }

    private static func show(_ flags: FlagClient) {
        print(flags.details(of: .newNav))
        print(flags.details(of: .checkoutColor))
    }

    /// Prints both flags after each change.
    private static func follow(_ flags: FlagClient, for duration: Duration) async {
        guard duration > .zero else { return }
        let watching = Task {
            for await _ in flags.changes { show(flags) }
        }
        try? await Task.sleep(for: duration)
        watching.cancel()
    }

    private static func report(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }

    /// Returns the path of a file next to this source file, independent of the working directory.
    private static func file(_ name: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: name).path(percentEncoded: false)
    }
}

/// A vendor that has a configuration.
private enum Vendor: String, CaseIterable {
    case unleash, launchdarkly, ofrep

    /// The environment variable that enables the service.
    var variable: String {
        switch self {
        case .unleash: "UNLEASH_URL"
        case .launchdarkly: "LAUNCHDARKLY_MOBILE_KEY"
        case .ofrep: "OFREP_ENDPOINT"
        }
    }
}
