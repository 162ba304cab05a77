// swift-tools-version: 6.2
// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT

import PackageDescription

// This package contains the module name that apps of the Unleash Swift client import. It's nested, because SwiftPM rejects two
// targets with the same name. As part of Halyard, it would exclude every app that has Unleash's package among its dependencies.
let package = Package(
    name: "UnleashProxyClientSwift",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [.library(name: "UnleashProxyClientSwift", targets: ["UnleashProxyClientSwift"])],
    dependencies: [.package(name: "Halyard", path: "../../..")],
    targets: [
        .target(
            name: "UnleashProxyClientSwift",
            dependencies: [.product(name: "HalyardUnleashClient", package: "Halyard")])
    ],
    swiftLanguageModes: [.v6]
)
