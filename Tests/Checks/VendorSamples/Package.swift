// swift-tools-version: 6.2
// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT

import PackageDescription

// The code samples of the vendors' documentation, compiled as an app of their time compiles them: from
// outside, in language mode 5, with warnings. One folder for each document; Repairs.md lists what had to be changed.
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
