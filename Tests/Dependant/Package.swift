// swift-tools-version: 6.2
// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT

import PackageDescription

// An app's package, which runs halyard-cli as its developers and its CI do, and compiles the keys that it generates.
let package = Package(
    name: "Dependant",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Halyard", path: "../..")],
    targets: [
        .executableTarget(name: "App", dependencies: [.product(name: "Halyard", package: "Halyard")])
    ],
    swiftLanguageModes: [.v6]
)
