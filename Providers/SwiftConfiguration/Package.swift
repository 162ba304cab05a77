// swift-tools-version: 6.2
// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT

import PackageDescription

var settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]
if Context.environment["HALYARD_STRICT"] != nil { settings.append(.treatAllWarnings(as: .error)) }

// A separate package, because Halyard has no dependencies. You can add it by path, or copy the two files of its library.
let package = Package(
    name: "HalyardSwiftConfiguration",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [.library(name: "HalyardSwiftConfiguration", targets: ["HalyardSwiftConfiguration"])],
    dependencies: [
        .package(name: "Halyard", path: "../.."),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
    ],
    targets: [
        .target(
            name: "HalyardSwiftConfiguration",
            dependencies: [
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Halyard", package: "Halyard"),
            ],
            swiftSettings: settings),
        // A server's code that reads a setting and a flag side by side.
        .executableTarget(
            name: "ConfiguredShop",
            dependencies: [
                "HalyardSwiftConfiguration",
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Halyard", package: "Halyard"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "HalyardSwiftConfigurationTests",
            dependencies: [
                "ConfiguredShop", "HalyardSwiftConfiguration",
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "ConfigurationTesting", package: "swift-configuration"),
                .product(name: "Halyard", package: "Halyard"),
                .product(name: "HalyardTesting", package: "Halyard"),
            ],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
