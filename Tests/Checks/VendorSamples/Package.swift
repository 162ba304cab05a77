// swift-tools-version: 6.2
// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT

import PackageDescription

// The code samples of the vendors' documentation, compiled like an app of their time: from outside, in language mode 5, with
// warnings. There is one folder per document. Repairs.md lists the necessary changes.
let package = Package(
    name: "VendorSamples",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Halyard", path: "../../.."),
        // The module name that the samples import.
        .package(name: "UnleashProxyClientSwift", path: "../../../Providers/Unleash/ProxyClient"),
    ],
    targets: [
        .testTarget(
            name: "UnleashSampleTests",
            dependencies: [.product(name: "UnleashProxyClientSwift", package: "UnleashProxyClientSwift")],
            path: "Unleash", resources: [.copy("FeatureResponseFile.json")]),
        .testTarget(
            name: "LaunchDarklySampleTests", dependencies: [.product(name: "HalyardLDClient", package: "Halyard")],
            path: "LaunchDarkly"),
    ],
    swiftLanguageModes: [.v5]
)
