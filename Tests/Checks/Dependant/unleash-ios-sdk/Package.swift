// swift-tools-version: 6.2
// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT

import PackageDescription

// A stub with the package, product, and target names of the Unleash Swift client, and none of its code.
let package = Package(
    name: "unleash-ios-sdk",
    products: [.library(name: "UnleashProxyClientSwift", targets: ["UnleashProxyClientSwift"])],
    targets: [.target(name: "UnleashProxyClientSwift")],
    swiftLanguageModes: [.v6]
)
